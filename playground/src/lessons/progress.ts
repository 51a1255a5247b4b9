import { signal } from "@preact/signals";

const KEY = "mortise.lessons";

/** Ids of the lessons that were read to the end; kept in this browser and nowhere else. */
export const finished = signal<ReadonlySet<string>>(remembered());

export function finish(id: string): void {
  if (finished.peek().has(id)) return;
  finished.value = new Set([...finished.peek(), id]);
  try {
    localStorage.setItem(KEY, JSON.stringify([...finished.value]));
  } catch {
    // A browser that keeps nothing forgets what was read; the lessons work as well.
  }
}

function remembered(): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}
