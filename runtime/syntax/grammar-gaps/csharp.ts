import { blank, closerOf, type Gap, gap } from "./gap.ts";

export const csharp: readonly Gap[] = [
  { construct: "directives in the middle of a statement", rewrite: keepFirstBranches },
  gap(
    "empty collection expression, C# 12",
    /\[(?<=(?:[=(,:>]|\breturn|\?\?|\?\s)\s*\[)(?<![\w\]]>\[)(\s*)\]/g,
    (_, inside) => `(0${inside})`,
  ),
  gap(
    "collection expression as an argument, C# 12",
    /\[(?<=[(,]\s*\[)([^[\]]+)\](?=\s*[),;])/g,
    (_, inside) => `(${inside})`,
  ),
  gap(
    "raw strings with values in them, C# 11",
    /\$+("{3,})(?!")[\s\S]*?(?<!")\1(?!")/g,
    (found) => `@"${found.replace(/[^\r\n]+/g, "")}"`,
  ),
  gap("collections as params, C# 13", /\bparams(?=\s)/g, blank),
  gap("allows ref struct, C# 13", /\ballows\s+ref\s+struct\b/g, (found) => `struct${blank(found.slice(6))}`),
  gap("assignment behind ?., C# 14", /\?(?=\.[\p{L}_])/gu, blank),
  gap("assignment behind ?[, C# 14", /\?(?<=[\w)\]]\?)(?=\[)/g, blank),
  gap(
    "compound assignment operators, C# 14",
    /(\boperator\s*(?:checked\s*)?)(>>>=|<<=|>>=|[-+*/%&|^]=)/g,
    (_, head, sign) => `${head}${(sign[0] ?? "").padEnd(sign.length)}`,
  ),
  gap(
    "modifiers without types in a lambda, C# 14",
    /(?<=[(,]\s*)(?:(?:ref\s+readonly|scoped\s+ref|ref|out|in|scoped)\s+)(?=@?\w+\s*(?:,[^()]*)?\)\s*=>|@?\w+\s*\)\s*=>)/g,
    blank,
  ),
  { construct: "extension blocks, C# 14", rewrite: extensionAsClass },
];

/** `extension<T>(IEnumerable<T> source) where ... {` is read as a class. */
function extensionAsClass(text: string): string {
  let rewritten = "";
  let done = 0;
  for (const found of text.matchAll(/\bextension\b(?:\s*<[^<>()]*>)?\s*\(/g)) {
    const open = found.index + found[0].length - 1;
    const close = closerOf(text, open);
    if (open < done || close < 0) continue;
    rewritten += `${text.slice(done, found.index)}class Ex  ${found[0].slice("extension".length)}${blank(text.slice(open + 1, close))}`;
    done = close;
  }
  return rewritten + text.slice(done);
}

/** Leaves the first branch of every `#if` and no directive. */
function keepFirstBranches(text: string): string {
  if (!/^[ \t]*#/m.test(text)) return text;
  /** Per open `#if`: whether its first branch is still being read. */
  const open: boolean[] = [];
  return text.replace(/^[ \t]*(?:#[ \t]*(\w*))?[^\r\n]*/gm, (line, directive: string | undefined) => {
    if (directive === "if") open.push(true);
    else if (directive === "else" || directive === "elif") open.splice(-1, 1, false);
    else if (directive === "endif") open.pop();
    return directive === undefined && open.every(Boolean) ? line : blank(line);
  });
}
