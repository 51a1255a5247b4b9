/** An escape as it stands in over-escaped text. */
export type EscapeKind = "\\n" | "\\r" | "\\t" | '\\"' | "\\'" | "\\\\";

interface Escape {
  readonly kinds: readonly EscapeKind[];
  readonly decoded: string;
}

const ESCAPES: ReadonlyMap<string, Escape> = new Map<string, Escape>([
  ["\\r\\n", { kinds: ["\\r", "\\n"], decoded: "\n" }],
  ["\\n", { kinds: ["\\n"], decoded: "\n" }],
  ["\\r", { kinds: ["\\r"], decoded: "\n" }],
  ["\\t", { kinds: ["\\t"], decoded: "\t" }],
  ['\\"', { kinds: ['\\"'], decoded: '"' }],
  ["\\'", { kinds: ["\\'"], decoded: "'" }],
  ["\\\\", { kinds: ["\\\\"], decoded: "\\" }],
]);

const SEQUENCE = /\\r\\n|\\[nrt"'\\]/g;

/**
 * Takes one level of escaping off.
 *
 * One pass from left to right, so a decoded backslash never joins what follows: `\\n` becomes a backslash and an n.
 * `\r\n`, `\n` and `\r` all become one line feed. Any other backslash stays.
 *
 * @param only When given, sequences of other kinds are passed over whole and stay as they are.
 */
export function decodeEscapes(text: string, only?: ReadonlySet<EscapeKind>): string {
  return text.replace(SEQUENCE, (sequence) => {
    const found = ESCAPES.get(sequence);
    if (found === undefined || !isMeant(found, only)) return sequence;
    return found.decoded;
  });
}

export function escapeKinds(text: string): ReadonlySet<EscapeKind> {
  return new Set([...text.matchAll(SEQUENCE)].flatMap(([sequence]) => ESCAPES.get(sequence)?.kinds ?? []));
}

/** What `decodeEscapes` would replace: offset in `text`, length there, length after decoding. In order. */
export function escapeSites(
  text: string,
  only?: ReadonlySet<EscapeKind>,
): { readonly at: number; readonly length: number; readonly decodedLength: number }[] {
  return [...text.matchAll(SEQUENCE)].flatMap(({ 0: sequence, index }) => {
    const found = ESCAPES.get(sequence);
    if (found === undefined || !isMeant(found, only)) return [];
    return [{ at: index, length: sequence.length, decodedLength: found.decoded.length }];
  });
}

function isMeant({ kinds }: Escape, only: ReadonlySet<EscapeKind> | undefined): boolean {
  return only === undefined || kinds.every((kind) => only.has(kind));
}
