import { binaryFormat } from "./binary-format.ts";
import { firstInvalidUtf8 } from "./utf8.ts";

export type DecodedText =
  /** A byte order mark is kept as U+FEFF at offset 0, so encoding the text again gives the same bytes. */
  | { readonly kind: "text"; readonly text: string }
  /** `format` names the kind for people, such as "PNG image"; "unknown binary data" when no signature fits. */
  | { readonly kind: "binary"; readonly format: string }
  /** `offset` in bytes of the first byte that starts no well-formed sequence. */
  | { readonly kind: "not_utf8"; readonly offset: number };

/** A NUL this early makes a file binary; the same reach as git's. */
const BINARY_PROBE_BYTES = 8192;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Nothing is repaired or replaced: what is not UTF-8 text through and through is not text. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return { kind: "binary", format: binaryFormat(bytes) };
  try {
    return { kind: "text", text: decoder.decode(bytes) };
  } catch (error) {
    const offset = firstInvalidUtf8(bytes);
    if (offset === null) throw error;
    return { kind: "not_utf8", offset };
  }
}
