/** The minor versions of Python 3 that the WebAssembly build knows. A test asks it. */
export const KNOWN_MINORS = { first: 7, last: 15 } as const;

/** ">=3.9" -> "py39": the least version asked for, or the nearest that is known. null: it names none. */
export function targetVersion(requirement: unknown): string | null {
  const found = typeof requirement === "string" ? /(?:>=|~=|==)\s*3\.(\d+)/.exec(requirement) : null;
  if (found === null) return null;
  return `py3${Math.min(Math.max(Number(found[1]), KNOWN_MINORS.first), KNOWN_MINORS.last)}`;
}
