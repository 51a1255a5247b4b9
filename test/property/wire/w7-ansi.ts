import { array, constantFrom, oneof, string } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isListOf, isText } from "../guards.ts";
import type { WireProperty } from "./wire-property.ts";

const ESCAPES = [
  "\x1b[31m",
  "\x1b[0m",
  "\x9b1;2H",
  "\x1b]0;title\x07",
  "\x1b]8;;http://x\x1b\\",
  "\x1bPq\x1b\\",
  "\x1b(B",
  "\x1bM",
  "\x1b",
  "\x1b[",
  "\x1b]",
  "\x9d",
];

/** Characters that begin a sequence. */
const INTRODUCERS = ["\x1b", "\x90", "\x98", "\x9b", "\x9d", "\x9e", "\x9f"];

/** Text that stays, and escape sequences between. */
const pieces = array(
  oneof(constantFrom(...ESCAPES), string({ maxLength: 8 }), constantFrom("[31m", "\\x1b[0m", "\t", "\n", "\r")),
  {
    maxLength: 10,
  },
);

export const ansi: WireProperty<readonly string[]> = (wire) => ({
  id: "W7",
  version: 1,
  title: "Stripping escape sequences twice changes no more than once, leaves no escape and keeps plain text",
  doc: "Colours written as text, without the escape character, are plain text; so are tabs and line breaks.",
  kind: "pbt",
  arbitrary: pieces,
  run(parts) {
    const text = parts.join("");
    const stripped = wire.stripAnsi(text);
    claimEqual(wire.stripAnsi(stripped), stripped, "stripped twice");
    claim(!INTRODUCERS.some((introducer) => stripped.includes(introducer)), "an escape is left");
    const plain = parts.filter((part) => ![...INTRODUCERS, "\x9c"].some((char) => part.includes(char))).join("");
    claimEqual(wire.stripAnsi(plain), plain, "plain text");
    claimEqual(wire.stripAnsi(`${plain}\x1b[31mred\x1b[0m\n${plain}`), `${plain}red\n${plain}`, "around a colour");
  },
  classify: (parts) => (parts.some((part) => ESCAPES.includes(part)) ? "escapes" : "plain"),
  witnesses: ["escapes", "plain"],
  accepts: isListOf(isText),
});
