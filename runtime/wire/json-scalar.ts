/**
 * Whether a word is a number or a literal of JSON. Numbers that stand for no finite value, and integers that a double cannot
 * hold, are not: they are left to the lenient reading.
 */
export function isScalar(text: string): boolean {
  if (text === "true" || text === "false" || text === "null") return true;
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text)) return false;
  return Number.isFinite(Number(text)) && (text.length < 16 || isExactNumber(text));
}

function isExactNumber(text: string): boolean {
  return /[.eE]/.test(text) || Number.isSafeInteger(Number(text)) || String(Number(text)) === text;
}
