/** What is said of characters that have no look of their own. */
const WORDS: Readonly<Record<string, string>> = { "\r\n": "CRLF", "\n": "LF", "\r": "CR", "\ufeff": "BOM" };

interface OddTextProps {
  readonly text: string;
  /** [start, end) to mark, in UTF-16 code units. */
  readonly odd?: readonly [number, number] | null;
  /** `b` for a change, `odd` for what does not fit. */
  readonly mark?: "odd" | "b";
}

/** A line with its spaces, tabs and line ends to be seen, and one stretch of it marked. */
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
  const parts = text.match(/\r\n|[\n\r\ufeff]|\t| +|[^\n\r\ufeff\t ]+/g) ?? [];
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
  return <>{part}</>;
}
