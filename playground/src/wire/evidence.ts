import { FORMATS, type WireCall } from "../../../runtime/wire/mod.ts";

export interface ShownEvidence {
  /** Strong: the format's own token. Weak: what is left when tokens are lost; then everything must fit a tool. */
  readonly evidence: "strong" | "weak";
  /** The text that announced the call; "" when it stands before the first of several. */
  readonly opener: string;
}

/** What announced a call: the opener of its format at its start, else the last one between it and the call before. */
export function evidenceOf(
  text: string,
  { format, start }: Pick<WireCall, "format" | "start">,
  previousEnd: number,
): ShownEvidence {
  const openers = FORMATS.find(({ name }) => name === format)?.openers ?? [];
  const byLength = [...openers].sort((a, b) => b.text.length - a.text.length);
  const atStart = byLength.find((opener) => text.startsWith(opener.text, start));
  if (atStart !== undefined) return { evidence: atStart.evidence, opener: atStart.text };
  const between = text.slice(Math.min(previousEnd, start), start);
  const [last] = byLength
    .map((opener) => ({ opener, at: between.lastIndexOf(opener.text) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.at - a.at);
  if (last !== undefined) return { evidence: last.opener.evidence, opener: last.opener.text };
  return { evidence: openers[0]?.evidence ?? "weak", opener: "" };
}
