import type { ReplayKey } from "../../runtime/ports/mod.ts";

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
