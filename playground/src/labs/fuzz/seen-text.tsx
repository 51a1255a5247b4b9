import { OddText } from "../../parts/mod.ts";

/** Longer texts are cut: a smallest case is short, and one on the way need not be read to its end. */
const MOST = 3000;

interface SeenTextProps {
  readonly text: string;
  /** [start, end) to mark, in UTF-16 code units. */
  readonly odd?: readonly [number, number];
}

/** A text of several lines with all that is not seen by itself to be seen. */
export function SeenText({ text, odd }: SeenTextProps) {
  if (text === "") return <span class="quiet">nothing</span>;
  let at = 0;
  const lines = (text.slice(0, MOST).match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g) ?? []).map((line) => {
    const start = at;
    at += line.length;
    return { line, start };
  });
  return (
    <>
      {lines.map(({ line, start }) => (
        <span key={start} class="seen-line">
          <OddText text={line} odd={within(odd, start, line.length)} />
        </span>
      ))}
      {text.length > MOST && (
        <span class="quiet">And {(text.length - MOST).toLocaleString("en")} more characters.</span>
      )}
    </>
  );
}

function within(odd: readonly [number, number] | undefined, start: number, length: number): [number, number] | null {
  if (odd === undefined) return null;
  const [from, to] = [Math.max(0, odd[0] - start), Math.min(length, odd[1] - start)];
  return from < to ? [from, to] : null;
}
