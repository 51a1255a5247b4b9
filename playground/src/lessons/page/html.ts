import { textParts } from "../text-parts.ts";

/** Markup that is safe to stand in a page: only `html` and its helpers make it. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Everything between is text and escaped, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const between = parts.map((part) => {
    if (typeof part === "string" || typeof part === "number") return escaped(String(part));
    return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
  });
  return { markup: strings.map((text, index) => text + (between[index] ?? "")).join("") };
}

export const NOTHING: Html = { markup: "" };

/** A lesson's text with its code between backticks. */
export function marked(text: string): readonly Html[] {
  return textParts(text).map(({ isCode, part }) => (isCode ? html`<code>${part}</code>` : html`${part}`));
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => names[character] ?? "");
}
