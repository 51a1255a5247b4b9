import { blank, type Gap, gap } from "./gap.ts";

export const php: readonly Gap[] = [
  gap("clone as a function, PHP 8.5", /\bclone(?=\s*\()/g, () => "clon_"),
  gap("cast to void, PHP 8.5", /\(void\)/g, blank),
  gap(
    "code behind the end of a here-document, PHP 7.3",
    /<<<[ \t]*(["']?)(\w+)\1[ \t]*(?:\r\n|\r|\n)(?:[\s\S]*?(?:\r\n|\r|\n))??[ \t]*\2\b/g,
    (found) => `'${found.replace(/[^\r\n]+/g, "")}'`,
  ),
  gap("final promoted properties, PHP 8.5", /\bfinal(?=\s+(?:[\w?|&\\]+\s+)*\$\w)/g, blank),
  gap(
    "data behind __halt_compiler",
    /\b(__halt_compiler\s*\(\s*\)\s*(?:;|\?>))([\s\S]*)$/i,
    (_, call, data) => call + blank(data),
  ),
];
