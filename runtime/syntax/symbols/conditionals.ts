/**
 * Whether each `#if` in a piece of source has its `#endif` in it, and no branch begins outside: only then can the piece be
 * replaced without leaving half of a conditional behind.
 */
export function holdsWholeConditionals(code: string): boolean {
  let depth = 0;
  for (const [, directive = ""] of code.matchAll(
    /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/gm,
  )) {
    if (directive.startsWith("if")) depth += 1;
    else if (depth === 0) return false;
    else if (directive === "endif") depth -= 1;
  }
  return depth === 0;
}
