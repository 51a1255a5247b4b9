import { trim } from "../text/mod.ts";

/** What opens or closes a comment in the usual languages. */
const COMMENT_MARKS = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*+|<!--+|\{\s*\/\*+)\s*|\s*(?:\*+\/\s*\}?|-+->)$/g;
const DOTS = /^[([{<]?\s*(?:\.{3,}|\u2026)/;
const BARE_DOTS = /^\W*$|^\S+\s/;
const REST =
  /^[([<]?(?:the )?(?:rest|remainder|remaining|existing|previous|other|same|unchanged|omitted|snip(?:ped)?)\b|\b(?:unchanged|omitted|elided|as before|same as (?:before|above))\b/i;

/**
 * Whether a line stands for text that was left out (`...`, `# rest unchanged`, `// ... existing code ...`) rather than
 * for itself. Asked only where nothing compared the line with the file; a real `...` there is refused too, which costs a
 * longer needle and not a function body.
 */
export function isElision(line: string): boolean {
  const body = trim(line);
  const text = body.replace(COMMENT_MARKS, () => "");
  const isComment = text !== body;
  if (DOTS.test(text)) return isComment || BARE_DOTS.test(text);
  return isComment && REST.test(text);
}
