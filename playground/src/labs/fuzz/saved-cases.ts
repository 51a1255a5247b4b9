import { signal } from "@preact/signals";
import * as z from "zod/mini";

const saved = z.array(
  z.object({
    key: z.string().check(z.regex(/^[A-Z]\d{1,2}@\d{1,9}:-?\d{1,10}(?::\d{1,9})*$/)),
    mutant: z.nullable(z.string().check(z.maxLength(64))),
    error: z.string().check(z.maxLength(2000)),
  }),
);

export type SavedKey = z.output<typeof saved>[number];

const NAME = "mortise.fuzz.cases";
const MOST = 100;

/** Failing cases that the user kept, in this browser. What lies there is parsed like anything from outside. */
export const savedCases = signal<readonly SavedKey[]>(read());

export function saveCase(one: SavedKey): void {
  const others = savedCases.peek().filter(({ key }) => key !== one.key);
  write([{ ...one, error: one.error.slice(0, 2000) }, ...others].slice(0, MOST));
}

export function dropCase(key: string): void {
  write(savedCases.peek().filter((one) => one.key !== key));
}

function read(): readonly SavedKey[] {
  try {
    const parsed = saved.safeParse(JSON.parse(localStorage.getItem(NAME) ?? "[]"));
    return parsed.success ? parsed.data.slice(0, MOST) : [];
  } catch {
    // A browser that keeps nothing for this page, or something that is no JSON.
    return [];
  }
}

function write(cases: readonly SavedKey[]): void {
  savedCases.value = cases;
  try {
    localStorage.setItem(NAME, JSON.stringify(cases));
  } catch {
    // They last as long as the page.
  }
}
