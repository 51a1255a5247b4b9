import { PatchFault, type PatchLine } from "./patch.ts";

export const NO_FILE = "/dev/null";

/** The name in a `---` or `+++` line, behind the mark; a time stamp behind a tab is left out. */
export function nameIn(line: PatchLine, text: string): string {
  const name = text.startsWith('"') ? unquoted(line, text) : text.split("\t", 1).join("").trim();
  if (name === "") throw new PatchFault(`line ${line.number} of the patch names no file`, line);
  return name;
}

/** Prefixes that git puts before the two names, by default and under `diff.mnemonicPrefix`. */
const PREFIX_PAIRS = ["a/b/", "i/w/", "c/i/", "c/w/", "o/w/", "w/i/", "w/c/", "i/c/", "b/a/"];

/** Both names of a file, without prefixes when they have a pair of them; a name alone may have either of git's usual two. */
export function withoutPrefixes(oldName: string | null, newName: string | null): [string | null, string | null] {
  const names = [oldName, newName].filter((name) => name !== null && name !== NO_FILE);
  const prefixes = names.map((name) => /^[a-z]\//.exec(name ?? "")?.[0] ?? "");
  const [first = "", second = ""] = prefixes;
  const known = names.length === 2 ? PREFIX_PAIRS.includes(first + second) : first === "a/" || first === "b/";
  const strip = (name: string | null) => (name === null || name === NO_FILE || !known ? name : name.slice(2));
  return [strip(oldName), strip(newName)];
}

/** The one name in `a/name b/name`; `null` when the two are not the same, so that it cannot be told where they part. */
export function nameInGitHeader(line: PatchLine, text: string): string | null {
  const rest = text.trimEnd();
  if (rest.startsWith('"')) return withoutPrefixes(unquoted(line, rest), null)[0];
  const half = (rest.length - 1) / 2;
  const [oldName, newName] = [rest.slice(0, half), rest.slice(half + 1)];
  if (!Number.isInteger(half) || rest.charAt(half) !== " ") return null;
  const [first, second] = withoutPrefixes(oldName, newName);
  return first === second ? first : null;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** A name in the quotes of C, as git writes names with unusual characters: their bytes in octal, UTF-8. */
function unquoted(line: PatchLine, text: string): string {
  const quoted = /^"((?:[^"\\]|\\(?:[0-7]{3}|[abtnvfr"\\]))*)"/.exec(text)?.[1];
  if (quoted === undefined) throw new PatchFault(`line ${line.number} of the patch has a badly quoted file name`, line);
  const bytes: number[] = [];
  for (const [whole, octal, letter] of quoted.matchAll(/\\(?:([0-7]{3})|(.))|[^\\]+/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (letter !== undefined) bytes.push(ESCAPES[letter] ?? 0);
    else for (const byte of new TextEncoder().encode(whole)) bytes.push(byte);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new PatchFault(`line ${line.number} of the patch has a file name that is not UTF-8`, line);
  }
}
