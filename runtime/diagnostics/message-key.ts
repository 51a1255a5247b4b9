import type { CheckerFinding } from "./types.ts";

/** Positions and process ids: they differ between two runs on texts that have the same fault. */
const VARIABLE =
  /\(node:\d+\)|\b(?:on |of |from |at |in )?(?:lines?|columns?|position|offset|row|col)[ :]?\s*\d+(?:\s*(?:-|to|,)\s*\d+)?|(?<=[\w\])>]):\d+(?::\d+)?\b/gi;

/** What makes two findings the same one: its code and its message, wherever in the file it stands. */
export function keyOf({ code, key, message, path }: CheckerFinding): string {
  const said = (key ?? message).replace(VARIABLE, " ").replace(/\s+/g, " ").trim();
  return JSON.stringify([path ?? "", code, said]);
}
