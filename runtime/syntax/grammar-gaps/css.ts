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
    .replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*$)|<!--|-->/g, blank)
    .replace(/"(?:\\[\s\S]|[^"\\\r\n])*"|'(?:\\[\s\S]|[^'\\\r\n])*'|\\[^\r\n]/g, letters)
    .replace(/\burl\([^()\r\n]*\)/gi, letters);
  return inBrackets(simple).replace(
    /((?<![\w-])--[\w-]+\s*:\s*)(\{[^{}]*\})/g,
    (_, head: string, value: string) => head + letters(value),
  );
}

/** Brackets that pair up as letters; a pair of `[]` around a block is none. Linear. */
function inBrackets(text: string): string {
  const open: { readonly at: number; readonly closer: string; isBlock: boolean }[] = [];
  const pairs: { readonly start: number; readonly end: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "(" || character === "[") {
      open.push({ at, closer: character === "(" ? ")" : "]", isBlock: false });
    } else if (character === "{" || character === "}") {
      for (const frame of open.slice(-1)) frame.isBlock = true;
    } else if (character === ")" || character === "]") {
      const frame = open.pop();
      if (frame?.closer !== character || (character === "]" && frame.isBlock)) open.length = 0;
      else {
        while ((pairs.at(-1)?.start ?? -1) > frame.at) pairs.pop();
        pairs.push({ start: frame.at, end: at + 1 });
      }
    }
  }
  let rewritten = "";
  let done = 0;
  for (const { start, end } of pairs) {
    rewritten += text.slice(done, start) + letters(text.slice(start, end));
    done = end;
  }
  return rewritten + text.slice(done);
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
