/** Names one failing value: the property as it was then, the seed, and the path of choices down to the smallest case. */
export interface ReplayKey {
  readonly id: string;
  readonly version: number;
  readonly seed: number;
  /** Numbers joined by colons; "" stands for the whole run of that seed. */
  readonly path: string;
}

/** `id@version:seed:path`, such as `M3@1:20931:4:0:2`. */
export function formatKey({ id, version, seed, path }: ReplayKey): string {
  return `${id}@${version}:${seed}${path === "" ? "" : `:${path}`}`;
}

/** Null when `text` is no key. */
export function parseKey(text: string): ReplayKey | null {
  const [, id, version, seed, path] = KEY.exec(text.trim()) ?? [];
  if (id === undefined) return null;
  return { id, version: Number(version), seed: Number(seed), path: path ?? "" };
}

const KEY = /^([A-Z][A-Za-z0-9]*)@(\d{1,9}):(-?\d{1,10})(?::(\d{1,9}(?::\d{1,9})*))?$/;
