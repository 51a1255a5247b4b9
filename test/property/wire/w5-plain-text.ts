import { array, constantFrom, oneof, string } from "fast-check";
import { claimEqual } from "../claims.ts";
import { isText } from "../guards.ts";
import { TOOLS } from "./generators.ts";
import type { WireProperty } from "./wire-property.ts";

const PIECES = [
  "Use f(path) or g to read a file. ",
  "x < 3 && y > [1, 2]\n",
  '{"name": "Bingo", "age": 30}\n',
  "`<tool_call>` opens a call. ",
  '```ts\nconst call = { name: "f" };\n```\n',
  "[A] first, [B] second.\n",
  "call it: f{path}\n",
  "# Result\n\n",
  '<div class="a">text</div>\n',
  "Observation: nothing was called.\n",
  '{"role": "tool", "content": "x"}\n',
];

const plainText = array(
  oneof({ weight: 3, arbitrary: constantFrom(...PIECES) }, { weight: 1, arbitrary: string({ maxLength: 12 }) }),
  {
    maxLength: 8,
  },
).map((parts) => parts.join(""));

export const plain: WireProperty<string> = (wire) => ({
  id: "W5",
  version: 1,
  title: "A text without a call comes through as it is: no call, no error, no cut",
  doc: "Prose, code, quoted markup, records that only look like calls, and result markers that no call precedes.",
  kind: "pbt",
  arbitrary: plainText,
  run(text) {
    const { calls, content, cutAt, error } = wire.parse(text, TOOLS);
    claimEqual(
      { calls, content, cutAt, error },
      { calls: [], content: text.trim() || null, cutAt: null, error: null },
      "read",
    );
  },
  classify: (text) =>
    text.includes("```") ? "fence" : text.includes("`") ? "code" : text.includes("{") ? "record" : "words",
  witnesses: ["fence", "code", "record", "words"],
  accepts: isText,
});
