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
  gap(
    "a command call as the body of an endless method, Ruby 3.1",
    /(\bdef[ \t]+[\w.]+[?!]?[ \t]*(?:\([^()\r\n]*\))?[ \t]*=[ \t]*)(?!(?:if|unless|case|while|until|begin|not|defined|for)\b)([a-z_]\w*[?!]?)[ \t]+(?!(?:if|unless|and|or|rescue|while|until|in|do|then)\b)(?=["':\w@$])([^\r\n#]*[^\r\n#,\s])(?=[ \t]*(?:\r|\n|$))/g,
    (_, head, name, rest) => `${head}${name}(${rest})`,
  ),
  gap("symbols of special globals", /(?<=[\s([,]):\$[^\w\s](?=[\s)\],])/g, () => ":$a"),
];
