import type { Hash } from "../../../runtime/ports/mod.ts";
import { countEndings, decodeText, splitLines, textStart } from "../../../runtime/text/mod.ts";
import type { FileFacts } from "./frame.ts";

/** What there is to say of a file without opening it. */
export function factsOf(path: string, bytes: Uint8Array, mtimeMs: number, hash: Hash): FileFacts {
  const decoded = decodeText(bytes);
  const text = decoded.kind === "text" ? decoded.text : "";
  const counts = countEndings(text);
  return {
    path,
    size: bytes.length,
    mtimeMs,
    sha256: hash.sha256(bytes),
    encoding: decoded.kind === "text" ? "utf-8" : decoded.kind === "binary" ? decoded.format : "not UTF-8",
    bom: textStart(text) > 0,
    lines: splitLines(text, textStart(text)).length,
    lineEnds: lineEndsOf(counts),
    finalNewline: /[\r\n]$/.test(text),
  };
}

function lineEndsOf(counts: ReturnType<typeof countEndings>): string {
  const named = [
    ["LF", counts.lf],
    ["CRLF", counts.crlf],
    ["CR", counts.cr],
  ] as const;
  const there = named.filter(([, count]) => count > 0).map(([name]) => name);
  return there.length === 0 ? "none" : there.join("+");
}
