import type { FileFacts } from "../engine/frame.ts";

/** Encoding, line ends and size of a file, in a line that is cut where there is no room. */
export function FileFactsLine({ facts }: { readonly facts: FileFacts | null }) {
  if (facts === null) return <span class="facts grow" />;
  return (
    <span class="facts grow">
      <span>{facts.encoding}</span>
      <span>{facts.lineEnds}</span>
      <span>{facts.lines} lines</span>
      <span>{facts.size.toLocaleString("en")} B</span>
      <span>{facts.finalNewline ? "final newline" : "no final newline"}</span>
      <span>{facts.bom ? "BOM" : "no BOM"}</span>
      <span>sha256 {facts.sha256.slice(0, 6)}</span>
    </span>
  );
}
