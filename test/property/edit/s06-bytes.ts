import { type Arbitrary, array, constantFrom, nat, oneof, record } from "fast-check";
import { decodeText, encodeText } from "../../../runtime/text/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isListOf, isRecordOf, isText } from "../guards.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import type { EditEngine } from "./engine.ts";
import { editCase } from "./generators.ts";

/** A file as bytes, some of which may be no text. */
interface ByteCase {
  readonly bytes: readonly number[];
  readonly oldText: string;
  readonly newText: string;
}

const broken: Arbitrary<readonly number[]> = constantFrom<readonly number[]>(
  [0x80],
  [0xff],
  [0xc3],
  [0xed, 0xa0, 0x80],
  [0xc0, 0xaf],
  [0xf4, 0x90, 0x80, 0x80],
  [0x00],
  [0xef, 0xbf, 0xbd],
);

const byteCase: Arbitrary<ByteCase> = record({
  edited: editCase,
  faults: oneof(
    { arbitrary: array(record({ at: nat(200), bytes: broken }), { maxLength: 0 }), weight: 1 },
    { arbitrary: array(record({ at: nat(200), bytes: broken }), { minLength: 1, maxLength: 2 }), weight: 2 },
  ),
}).map(({ edited: { content, oldText, newText }, faults }) => {
  const bytes = [...new TextEncoder().encode(content)];
  for (const { at, bytes: fault } of faults) bytes.splice(at % (bytes.length + 1), 0, ...fault);
  return { bytes, oldText, newText };
});

export const bytes: EditProperty<ByteCase> = (edit) => ({
  id: "S6",
  version: 1,
  title:
    "Undecodable bytes are refused, everything else comes back as the same bytes, and no replacement character appears",
  doc:
    "A lenient decoder turns each bad byte into U+FFFD, and the next write ruins the file. A U+FFFD that is in the file " +
    "or in the new text is a character like others.",
  kind: "pbt",
  arbitrary: byteCase,
  run(value) {
    const file = Uint8Array.from(value.bytes);
    const decoded = decodeText(file);
    claimEqual(decoded.kind === "not_utf8" || decoded.kind === "binary", !isText8(file), "whether the file is refused");
    if (decoded.kind !== "text") return;
    claimEqual(bytesOf(decoded.text), value.bytes, "the file, decoded and encoded");
    const outcome = applyChange(edit, { content: decoded.text, oldText: value.oldText, newText: value.newText });
    if (outcome.kind === "refused") return;
    const [had, brought] = [replacements(decoded.text), replacements(value.newText)];
    claim(replacements(outcome.content) <= had + brought, "a replacement character appeared");
    const kind = value.newText.includes("\0") ? "binary" : "text";
    claimEqual(decodeText(Uint8Array.from(bytesOf(outcome.content))).kind, kind, "what the edited file decodes as");
  },
  classify: (value) => bucketOfFile(edit, value),
  witnesses: ["not_utf8", "binary", "edited", "edited beside U+FFFD", "refused"],
  accepts: isRecordOf<ByteCase>({ bytes: isListOf(isCount), oldText: isText, newText: isText }),
});

function bucketOfFile(edit: EditEngine, value: ByteCase): string {
  const decoded = decodeText(Uint8Array.from(value.bytes));
  if (decoded.kind !== "text") return decoded.kind;
  const outcome = applyChange(edit, { content: decoded.text, oldText: value.oldText, newText: value.newText });
  if (outcome.kind === "refused") return "refused";
  return decoded.text.includes("\ufffd") ? "edited beside U+FFFD" : "edited";
}

/** Without NUL, and such that the host's own strict decoder takes it. */
function isText8(file: Uint8Array): boolean {
  if (file.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(text: string): readonly number[] {
  const encoded = encodeText(text);
  claim(encoded.kind === "bytes", "half a surrogate pair in the text");
  return [...encoded.bytes];
}

function replacements(text: string): number {
  return text.split("\ufffd").length - 1;
}
