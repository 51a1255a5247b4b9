import { closerOf, type Gap, gap } from "./gap.ts";

const TYPE_PARAMETERS = /\b(?:def|class|type)[ \t]+\w+[ \t]*\[/g;

export const python: readonly Gap[] = [
  { construct: "defaults of type parameters, Python 3.13", rewrite: keepFirstTypeParameter },
  gap(
    "unpacking in a for statement, Python 3.9",
    /(\bfor\b[^\r\n:]*?\bin\s+)([^\r\n:]+)(?=:)/g,
    (_, head, values) => head + values.replace(/(^|,\s*)\*/g, (_star, before: string) => `${before} `),
  ),
  gap(
    "lazy import, Python 3.15",
    /\blazy([ \t]+)((?:import|from)\b[^\r\n]*)/g,
    (_, gapText, rest) => `${rest}${gapText}    `,
  ),
];

function keepFirstTypeParameter(text: string): string {
  let rewritten = "";
  let done = 0;
  for (const found of text.matchAll(TYPE_PARAMETERS)) {
    const open = found.index + found[0].length - 1;
    const close = closerOf(text, open);
    if (open < done || close < 0) continue;
    const name = /\w+/.exec(text.slice(open, close))?.[0];
    if (name === undefined) continue;
    rewritten += text.slice(done, open + 1) + name + text.slice(open + 1, close).replace(/[^\r\n]+/g, "");
    done = close;
  }
  return rewritten + text.slice(done);
}
