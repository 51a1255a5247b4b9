import { blank, type Gap, gap } from "./gap.ts";

export const ruby: readonly Gap[] = [
  gap(
    "&& and || at a line's start, Ruby 4.0",
    /(\r?\n|\r)([ \t]*)(&&|\|\||and\b|or\b)/g,
    (_, end, indent, operator) => ` ${operator}${end}${indent}`,
  ),
  gap(
    "locals of a lambda",
    /(->)([ \t]*)(\([^()\r\n;]*)(;[^()\r\n]*)(\))/g,
    (_, arrow, blanks, open, locals, close) => `${arrow}${open}${blank(locals)}${close}${blanks}`,
  ),
  gap("symbols of special globals", /(?<=[\s([,]):\$[^\w\s](?=[\s)\],])/g, () => ":$a"),
];
