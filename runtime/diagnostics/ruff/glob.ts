/**
 * Whether a pattern of Ruff's configuration fits a file, by its name alone or by its path below the configuration's
 * folder. `*` goes over folders too, as it does there.
 */
export function globMatches(pattern: string, path: string): boolean {
  const expression = new RegExp(`^(?:${translated(pattern.replace(/^\.\//, ""))})$`, "u");
  return expression.test(path) || expression.test(path.slice(path.lastIndexOf("/") + 1));
}

function translated(pattern: string): string {
  const hasChoices = pattern.includes("{");
  return pattern.replace(/\*\*\/|\*+|\?|\[!?[^\]]*\]|\{|\}|,|[^*?[{},]/gu, (part) => {
    if (part.startsWith("[")) return classOf(part);
    return part === "," && !hasChoices ? "," : (TRANSLATIONS[part] ?? literal(part));
  });
}

const TRANSLATIONS: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": ".*",
  "?": "[^/]",
  "{": "(?:",
  "}": ")",
  ",": "|",
};

function classOf(part: string): string {
  const isNegated = part.startsWith("[!");
  const inner = part.slice(isNegated ? 2 : 1, -1).replace(/[\\^\]]/g, "\\$&");
  return part.length < 3 ? literal(part) : `[${isNegated ? "^" : ""}${inner}]`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
