import { useEffect, useState } from "preact/hooks";
import type { Headline } from "./lab.ts";

/** Long enough that typing does not chatter. */
const SETTLE_MS = 700;

/** Speaks the result once for each that has settled. */
export function LiveRegion({ headline }: { readonly headline: Headline | null }) {
  const [spoken, setSpoken] = useState("");
  const sentence = headline === null || headline.isWaiting ? null : `${headline.sentence} ${headline.why}`;
  useEffect(() => {
    if (sentence === null) return;
    const timer = setTimeout(() => setSpoken(sentence), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p class="sr" role="status" aria-live="polite" data-testid="spoken">
      {spoken}
    </p>
  );
}
