/** What is said of characters that have no look of their own. */
const WORDS: Readonly<Record<string, string>> = { "\r\n": "CRLF", "\n": "LF", "\r": "CR", "\ufeff": "BOM" };

/** Controls, spaces of other kinds, halves of pairs: one at a time. */
const UNSEEN = /^[\p{C}\p{Z}]$/u;

interface OddTextProps {
  readonly text: string;
  /** [start, end) to mark, in UTF-16 code units. */
  readonly odd?: readonly [number, number] | null;
  /** `b` for a change, `odd` for what does not fit. */
  readonly mark?: "odd" | "b";
}

/** A line with all that is not seen by itself to be seen, and one stretch of it marked. */
export function OddText({ text, odd = null, mark = "odd" }: OddTextProps) {
  if (odd === null) return <Glyphs text={text} />;
  const [start, end] = odd;
  const middle = <Glyphs text={text.slice(start, end)} />;
  return (
    <>
      <Glyphs text={text.slice(0, start)} />
      {mark === "b" ? <b>{middle}</b> : <span class="odd">{start === end ? "" : middle}</span>}
      <Glyphs text={text.slice(end)} />
    </>
  );
}

function Glyphs({ text }: { readonly text: string }) {
  const parts = text.match(/\r\n| +|[\p{C}\p{Z}]|[^\p{C}\p{Z}]+/gu) ?? [];
  return (
    <>
      {parts.map((part, index) => (
        // A line is drawn anew as a whole, so the place is the key.
        <Glyph key={`${index}${part}`} part={part} />
      ))}
    </>
  );
}

function Glyph({ part }: { readonly part: string }) {
  const word = WORDS[part];
  if (part === "\n") return <span class="glyph">↵</span>;
  if (word !== undefined) return <span class="eol">{word}</span>;
  if (part === "\t") return <span class="glyph">→{"\t"}</span>;
  if (part.startsWith(" ")) return <span class="glyph">{"·".repeat(part.length)}</span>;
  if (UNSEEN.test(part)) return <span class="eol">{codePoint(part)}</span>;
  return <>{part}</>;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
