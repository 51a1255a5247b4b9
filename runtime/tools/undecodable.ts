import type { DecodedText } from "../text/mod.ts";
import { failure, type ToolFailure } from "./types.ts";

/** The refusal for bytes that are no UTF-8 text; the file is left as it is. */
export function undecodable(tool: string, path: string, decoded: Exclude<DecodedText, { kind: "text" }>): ToolFailure {
  if (decoded.kind === "binary") {
    const { format } = decoded;
    const message = /^UTF-/.test(format)
      ? `${tool}: "${path}" is ${format}, and only UTF-8 is read; it was left as it is. Convert it to UTF-8 first`
      : `${tool}: "${path}" is binary (${format}), not text; it was left as it is. Only write_file replaces it, whole`;
    return failure("binary", message, { path, format });
  }
  const message =
    `${tool}: "${path}" is not valid UTF-8 (first bad byte at offset ${decoded.offset}); it was left as it is. ` +
    "Convert it to UTF-8 with a program that knows its encoding";
  return failure("not_utf8", message, { path, offset: decoded.offset });
}
