import type { Hash } from "../../runtime/ports/mod.ts";

/** Hash adapters by name; each loads on first use. */
export const HASHES = [
  { name: "node", load: async (): Promise<Hash> => (await import("./node.ts")).nodeHash },
  { name: "noble", load: async (): Promise<Hash> => (await import("./noble.ts")).nobleHash },
] as const;
