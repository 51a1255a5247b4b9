import { type Gap, gap } from "./gap.ts";

export const go: readonly Gap[] = [
  gap("new of a value, Go 1.26", /\bnew(?=\()/g, () => "nev"),
  gap(
    "a group closed on the line of its last entry",
    /(\b(?:const|import|var|type)\s*\([^()\r\n]*[^\s;(])( *)\)/g,
    (_, head, blanks) => `${head}${blanks};)`,
  ),
];
