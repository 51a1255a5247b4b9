import { type Failed, VIOLATION } from "./failed.ts";
import { isScalar } from "./json-scalar.ts";
import type { JsonValue } from "./types.ts";

/** Characters of a bare key, or of a number or word together with `+` and `.`. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 36 ||
    code >= 128
  );
}

export function isScalarPart(code: number): boolean {
  return isWordCode(code) || code === 43 || code === 46;
}

/** What a bare word means: a number, true, false or nothing, as JSON or Python write them. */
export function wordValue(word: string): JsonValue | Failed {
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
  return numberOf(word);
}

const WORDS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

/** A finite number; leading zeros and a plus are slips. An integer a double cannot hold is no number but text. */
function numberOf(word: string): JsonValue | Failed {
  const plain = word.replace(/^\+/, "").replace(/^(-?)0+(?=[0-9])/, "$1");
  if (isScalar(plain)) return Number(plain);
  if (/^-?[0-9]+$/.test(plain)) return word;
  const padded = plain.replace(/^(-?)\./, "$10.").replace(/\.(?=$|[eE])/, ".0");
  return isScalar(padded) ? Number(padded) : VIOLATION;
}
