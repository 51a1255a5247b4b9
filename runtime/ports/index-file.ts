/**
 * The index is one file. Where it was found damaged, another took over what could be read of it and the damaged one stays as it
 * is: "index.db", "index-2.db", ... The last one counts.
 */
export const INDEX_FILE = "index.db";

/** @param file A name or a path; its end tells the number. */
export function nextIndexFile(file: string): string {
  const [, stem = file, number] = NUMBERED.exec(file) ?? PLAIN.exec(file) ?? [];
  return `${stem}-${number === undefined ? 2 : Number(number) + 1}.db`;
}

/** The one that `file` took over from; `null` for the first. */
export function previousIndexFile(file: string): string | null {
  const [, stem, number] = NUMBERED.exec(file) ?? [];
  if (stem === undefined) return null;
  return number === "2" ? `${stem}.db` : `${stem}-${Number(number) - 1}.db`;
}

/** The one that counts among the names of a folder; `null` when there is none. */
export function newestIndexFile(names: Iterable<string>, first = INDEX_FILE): string | null {
  const there = new Set(names);
  let newest = there.has(first) ? first : null;
  const stem = `${stemOf(first)}-`;
  let highest = 1;
  for (const name of there) {
    if (!name.startsWith(stem) || !name.endsWith(".db")) continue;
    const number = Number(name.slice(stem.length, -3));
    if (!Number.isSafeInteger(number) || number <= highest || name !== `${stem}${number}.db`) continue;
    [newest, highest] = [name, number];
  }
  return newest;
}

const NUMBERED = /^(.*)-([2-9]|[1-9][0-9]+)\.db$/s;
const PLAIN = /^(.*)\.db$/s;

function stemOf(file: string): string {
  return PLAIN.exec(file)?.[1] ?? file;
}
