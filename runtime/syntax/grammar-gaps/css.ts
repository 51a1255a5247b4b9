import { blank, type Gap } from "./gap.ts";

export const css: readonly Gap[] = [{ construct: "preludes, values and at-rules of any age", rewrite: simplify }];

/**
 * The grammar knows few at-rules, selectors and functions. What they say is not its business: it is left with blocks,
 * declarations and semicolons, which is what an edit breaks.
 */
function simplify(text: string): string {
  const plain = withoutOpaqueText(text);
  let rewritten = "";
  let part = "";
  for (const character of plain) {
    if (character === "{") rewritten += blockHead(part);
    else if (character === ";") rewritten += statement(part);
    else if (character === "}") rewritten += lastStatement(part);
    else {
      part += character;
      continue;
    }
    part = "";
    rewritten += character;
  }
  return rewritten + blank(part);
}

/** Comments, strings, escapes and what stands in brackets, `{...}` values of custom properties included, as letters. */
function withoutOpaqueText(text: string): string {
  const simple = text
    .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, blank)
    .replace(/"(?:\\[\s\S]|[^"\\\r\n])*"|'(?:\\[\s\S]|[^'\\\r\n])*'|\\[^\r\n]/g, letters)
    .replace(/\burl\([^()\r\n]*\)/gi, letters);
  return inBrackets(simple).replace(
    /(--[\w-]+\s*:\s*)(\{[^{}]*\})/g,
    (_, head: string, value: string) => head + letters(value),
  );
}

function inBrackets(text: string): string {
  let before = text;
  for (;;) {
    const after = before.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\((?:[^()[\]])*\)/g, letters);
    if (after === before) return after;
    before = after;
  }
}

function letters(text: string): string {
  return text.replace(/\S/g, "x");
}

function blockHead(prelude: string): string {
  const isAtRule = /^\s*@/.test(prelude);
  return isAtRule ? fill(prelude, "@media all") : fill(prelude, "a");
}

/** A declaration keeps its name and colon; a second `name:` in its value shows that a semicolon is missing. */
function statement(text: string): string {
  if (/^\s*@/.test(text) || text.trim() === "") return fill(text, "b:c");
  const found = /^(\s*)([*_]?)([\w-]+)(\s*):([\s\S]*)$/.exec(text);
  if (found === null) return text;
  const [, indent = "", hack = "", name = "", space = "", value = ""] = found;
  const isFree = name.startsWith("--") || /progid:/i.test(value);
  const rest = isFree || !/[\w-]\s*:/.test(value) ? `x${blank(value).slice(1)}` : value;
  return `${indent}${blank(hack)}${name}${space}:${rest}`;
}

function lastStatement(text: string): string {
  return text.trim() === "" ? text : `${statement(text)};`;
}

/** `content` in place of `text`, line breaks kept. */
function fill(text: string, content: string): string {
  return `${/^\s*/.exec(text)?.[0] ?? ""}${content}${text.trim().replace(/[^\r\n]+/g, "")} `;
}
