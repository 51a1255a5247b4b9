import type { Bucket } from "./buckets.ts";

/** The letter of a kind of cases in the shape it has everywhere; dashed or hollow while no value was of it. */
export function BucketMark({ bucket }: { readonly bucket: Bucket }) {
  const { naming, letter, first } = bucket;
  const isMet = first !== null;
  switch (naming) {
    case "strategy":
      return (
        <span class="slot" data-s={letter} data-state={isMet ? "decided" : "waiting"} aria-hidden="true">
          {letter}
        </span>
      );
    case "verdict":
      return (
        <span class="v" data-v={letter} data-met={isMet ? "" : undefined} aria-hidden="true">
          {letter}
        </span>
      );
    case "plan":
      return (
        <span class="p" data-p={letter} data-met={isMet ? "" : undefined} aria-hidden="true">
          {letter}
        </span>
      );
    case "refusal":
      return (
        <span class="status num" aria-hidden="true">
          {letter}
        </span>
      );
    case "other":
      return <span class="pip" data-met={isMet ? "" : undefined} aria-hidden="true" />;
  }
}
