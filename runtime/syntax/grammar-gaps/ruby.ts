import { type Gap, gap } from "./gap.ts";

export const ruby: readonly Gap[] = [
  gap(
    "&& and || at a line's start, Ruby 4.0",
    /(\r?\n|\r)([ \t]*)(&&|\|\||and\b|or\b)/g,
    (_, end, indent, operator) => ` ${operator}${end}${indent}`,
  ),
  gap("symbols of special globals", /(?<=[\s([,]):\$[^\w\s](?=[\s)\],])/g, () => ":$a"),
];
