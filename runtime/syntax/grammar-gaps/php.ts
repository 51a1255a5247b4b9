import { blank, type Gap, gap } from "./gap.ts";

export const php: readonly Gap[] = [
  gap("clone as a function, PHP 8.5", /\bclone(?=\s*\()/g, () => "clon_"),
  gap("cast to void, PHP 8.5", /\(void\)/g, blank),
  gap(
    "data behind __halt_compiler",
    /(__halt_compiler\s*\(\s*\)\s*;)([\s\S]*)$/,
    (_, call, data) => call + blank(data),
  ),
];
