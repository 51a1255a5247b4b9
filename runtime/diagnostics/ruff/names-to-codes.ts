/** A code, the start of one, or what is none in any version. */
const NEEDS_NO_NAME = /^(?:[A-Z]+\d*|invalid-syntax|syntax|syntax-error)$/;

/** Codes for rules that are called by their names, as Ruff does in its preview. A name that is not known stays. */
export async function namesToCodes(names: readonly string[]): Promise<readonly string[]> {
  if (names.every((name) => NEEDS_NO_NAME.test(name))) return names;
  const { ruleCodes } = await import("./rule-names.ts");
  const codes = ruleCodes();
  return names.map((name) => (NEEDS_NO_NAME.test(name) ? name : (codes.get(name) ?? name)));
}
