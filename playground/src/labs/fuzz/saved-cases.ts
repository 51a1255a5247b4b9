import { signal } from "@preact/signals";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import * as z from "zod/mini";

const saved = z.object({
  key: z.string().check(z.regex(/^[A-Z]\d{1,2}@\d{1,9}:-?\d{1,10}(?::\d{1,9})*$/), z.maxLength(4000)),
  mutant: z.nullable(z.string().check(z.maxLength(64))),
  error: z.string().check(z.maxLength(2000)),
  /** When it was saved, in milliseconds. */
  at: z.number(),
});

export type SavedCase = z.output<typeof saved>;

interface CasesSchema extends DBSchema {
  readonly cases: { readonly key: string; readonly value: SavedCase };
}

const NAME = "mortise.fuzz";
const MOST = 100;

/** Failing cases that the user kept in this browser, the newest first. What lies there is parsed like anything from outside. */
export const savedCases = signal<readonly SavedCase[]>([]);

/** The browser refused to keep them, as some do in a private window: what is saved lasts as long as the page. */
export const isStoreRefused = signal(false);

let opened: Promise<IDBPDatabase<CasesSchema>> | null = null;

export function idOf({ key, mutant }: Pick<SavedCase, "key" | "mutant">): string {
  return mutant === null ? key : `${key}+${mutant}`;
}

export async function loadCases(): Promise<void> {
  await withDatabase(async (database) => {
    const found = (await database.getAll("cases")).flatMap((one) => {
      const parsed = saved.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    const known = new Set(savedCases.peek().map(idOf));
    savedCases.value = [...savedCases.peek(), ...found.filter((one) => !known.has(idOf(one)))]
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST);
  });
}

export async function saveCase(given: Omit<SavedCase, "at">): Promise<void> {
  const one: SavedCase = { ...given, error: given.error.slice(0, 2000), at: Date.now() };
  const others = savedCases.peek().filter((other) => idOf(other) !== idOf(one));
  const dropped = others.slice(MOST - 1);
  savedCases.value = [one, ...others.slice(0, MOST - 1)];
  await withDatabase(async (database) => {
    await database.put("cases", one, idOf(one));
    for (const old of dropped) await database.delete("cases", idOf(old));
  });
}

export async function dropCase(one: SavedCase): Promise<void> {
  savedCases.value = savedCases.peek().filter((other) => idOf(other) !== idOf(one));
  await withDatabase((database) => database.delete("cases", idOf(one)));
}

async function withDatabase(work: (database: IDBPDatabase<CasesSchema>) => Promise<void>): Promise<void> {
  try {
    opened ??= openDB<CasesSchema>(NAME, 1, { upgrade: (database) => void database.createObjectStore("cases") });
    await work(await opened);
    isStoreRefused.value = false;
  } catch {
    opened = null;
    isStoreRefused.value = true;
  }
}
