/** What a file of items asks for, from its name. */
export interface Category {
  readonly name: string;
  /** `none`: no call is right. `some`: any call is. `one` and `many`: those of the accepted answer. */
  readonly expects: "none" | "some" | "one" | "many";
  /** Whose syntax values are written in; in other languages than Python they come as text. */
  readonly language: "python" | "java" | "javascript";
}

/** "BFCL_v4_live_parallel_multiple.json" -> live_parallel_multiple; null for a file of another kind. */
export function categoryOf(fileName: string): Category | null {
  const name = /^(?:BFCL_v\d+_)?([a-z_]+)\.jsonl?$/.exec(fileName)?.[1];
  if (name === undefined) return null;
  const kind = name.replace(/^live_/, "");
  const language = kind.endsWith("java") ? "java" : kind.endsWith("javascript") ? "javascript" : "python";
  if (kind === "irrelevance") return { name, expects: "none", language };
  if (kind === "relevance") return { name, expects: "some", language };
  if (/^parallel(_multiple)?$/.test(kind)) return { name, expects: "many", language };
  if (/^(simple(_python|_java|_javascript)?|multiple|java|javascript)$/.test(kind))
    return { name, expects: "one", language };
  return null;
}
