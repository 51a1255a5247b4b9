import { CONTROL_TOKENS, RESULT_TAGS } from "./control-tokens.ts";
import type { Cursor } from "./cursor.ts";
import type { Opener, WireFormat } from "./formats/wire-format.ts";
import type { Reader } from "./looking-ahead.ts";

/** What a literal piece of text means wherever it stands in prose. */
export interface Token {
  readonly text: string;
  /** Formats that may begin a call with it, in the order they are asked. */
  readonly openers: readonly { readonly format: WireFormat; readonly opener: Opener }[];
  readonly isResultMarker: boolean;
  readonly isCloser: boolean;
  /** Ends the turn; `message`: only one of several messages in it. */
  readonly ends: "turn" | "message" | null;
  /** Opens or closes reasoning. For an opener, the text that closes it. */
  readonly reasoning: { readonly kind: "open"; readonly closer: string } | { readonly kind: "close" } | null;
}

/** Finds tokens by their first three characters; none is shorter. */
export class TokenTable {
  readonly #buckets = new Map<number, readonly Token[]>();
  /** First two characters of tokens. */
  readonly #pairs = new Set<number>();

  constructor(formats: readonly WireFormat[]) {
    const buckets = new Map<number, Token[]>();
    for (const token of collectTokens(formats)) {
      const key = bucketOf(token.text, 0);
      this.#pairs.add(pairOf(token.text, 0));
      buckets.set(key, [...(buckets.get(key) ?? []), token]);
    }
    for (const [key, bucket] of buckets) {
      this.#buckets.set(
        key,
        bucket.sort((left, right) => right.text.length - left.text.length),
      );
    }
  }

  /** The longest token `distance` ahead, or null. Asks for text only while what is there could become one. */
  *match(cursor: Cursor, distance = 0): Reader<Token | null> {
    for (;;) {
      const token = this.find(cursor, distance);
      if (token !== undefined) return token;
      cursor.wake = () => this.find(cursor, distance) !== undefined;
      yield;
    }
  }

  /** As `match`, of the text that is there: `undefined` when more of it is needed to tell. */
  find(cursor: Cursor, distance = 0): Token | null | undefined {
    const at = cursor.pos + distance;
    const { text, isFinal } = cursor;
    const available = text.length - at;
    if (available < 3) {
      if (isFinal) return null;
      return available < 2 || this.#pairs.has(pairOf(text, at)) ? undefined : null;
    }
    const bucket = this.#buckets.get(bucketOf(text, at));
    if (bucket === undefined) return null;
    let mayGrow = false;
    for (const token of bucket) {
      if (available >= token.text.length) {
        // Longest first: a longer token that may still come goes before this one.
        if (text.startsWith(token.text, at)) return mayGrow ? undefined : token;
      } else if (!isFinal && token.text.startsWith(text.slice(at))) mayGrow = true;
    }
    return mayGrow ? undefined : null;
  }
}

/** Others may come to the same number: the tokens in a bucket are compared. */
function bucketOf(text: string, at: number): number {
  return (pairOf(text, at) ^ (text.charCodeAt(at + 2) << 3)) & 0xfffff;
}

function pairOf(text: string, at: number): number {
  return (text.charCodeAt(at) << 10) ^ text.charCodeAt(at + 1);
}

interface Draft {
  openers: { format: WireFormat; opener: Opener }[];
  isResultMarker: boolean;
  isCloser: boolean;
  ends: Token["ends"];
  reasoning: Token["reasoning"];
}

function collectTokens(formats: readonly WireFormat[]): Token[] {
  const drafts = new Map<string, Draft>();
  const draft = (text: string): Draft => {
    const known = drafts.get(text);
    if (known !== undefined) return known;
    const made: Draft = { openers: [], isResultMarker: false, isCloser: false, ends: null, reasoning: null };
    drafts.set(text, made);
    return made;
  };
  for (const format of formats) {
    for (const opener of format.openers) {
      if (opener.evidence === "strong") draft(opener.text).openers.push({ format, opener });
    }
    for (const marker of format.resultMarkers) draft(marker).isResultMarker = true;
    for (const closer of format.closers) draft(closer).isCloser = true;
  }
  for (const tag of RESULT_TAGS) draft(tag).isResultMarker = true;
  for (const { text, ends, reasoning } of CONTROL_TOKENS) {
    const entry = draft(text);
    entry.ends = ends ?? null;
    entry.reasoning = reasoning ?? null;
  }
  return [...drafts].map(([text, entry]) => ({ text, ...entry }));
}
