export type EncodedText =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Half a surrogate pair has no UTF-8 form. `offset` of it, in UTF-16 code units. */
  | { readonly kind: "lone_surrogate"; readonly offset: number };

const encoder = new TextEncoder();

/** UTF-8 of `text`. The encoder alone would quietly write U+FFFD for half a surrogate pair; here it is refused. */
export function encodeText(text: string): EncodedText {
  const offset = text.search(LONE_SURROGATE);
  return offset < 0 ? { kind: "bytes", bytes: encoder.encode(text) } : { kind: "lone_surrogate", offset };
}

const LONE_SURROGATE = /\p{Surrogate}/u;
