import { decodeBase64, decodeText, encodeBase64 } from "../../../runtime/text/mod.ts";
import type { FileContent } from "./schema.ts";

/** Bytes of a content; `null` when its base64 is none. */
export function contentBytes(content: FileContent): Uint8Array | null {
  return "text" in content ? new TextEncoder().encode(content.text) : decodeBase64(content.base64);
}

/** Text where the bytes are text through and through, else base64. */
export function fileContent(bytes: Uint8Array): FileContent {
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? { text: decoded.text } : { base64: encodeBase64(bytes) };
}
