/**
 * Text and bytes: strict decoding and encoding, and the few notions (line, ending, whitespace, indentation, similarity)
 * that everything else must understand in the same way. Pure; offsets are UTF-16 code units.
 */
export { type AlignedPair, alignSequences } from "./align.ts";
export { stripAnsi } from "./ansi.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export { binaryFormat } from "./binary-format.ts";
export { BOM, textStart } from "./bom.ts";
export { type DecodedText, decodeText } from "./decode.ts";
export { type UnifiedDiff, unifiedDiff } from "./diff.ts";
export { type EncodedText, encodeText } from "./encode.ts";
export { countEndings, dominantEnding, type LineEnding, withEnding } from "./endings.ts";
export { blockIndentation, reindent } from "./indentation.ts";
export { endsWithLineBreak, type Line, lineBodies, lineNumberAt, splitLines } from "./lines.ts";
export { similarity, similarityBound } from "./similarity.ts";
export { firstInvalidUtf8 } from "./utf8.ts";
export {
  collapseWhitespace,
  isBlank,
  isWhitespace,
  leadingWhitespaceLength,
  significantLength,
  trim,
  trimEnd,
} from "./whitespace.ts";
