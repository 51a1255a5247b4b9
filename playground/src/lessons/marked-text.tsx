import { textParts } from "./text-parts.ts";

/** Text in which what stands between backticks is code. */
export function MarkedText({ text }: { readonly text: string }) {
  return (
    <>
      {textParts(text).map(({ isCode, part }, index) => (isCode ? <code key={`${index}${part}`}>{part}</code> : part))}
    </>
  );
}
