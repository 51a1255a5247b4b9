import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const REPOSITORY = resolve(fileURLToPath(new URL("../..", import.meta.url)));

export const RUNTIMES = ["bun", "deno", "node"] as const;
export type RuntimeName = (typeof RUNTIMES)[number];

/** Program and first arguments that the package scripts `mortise`, `mortise:deno` and `mortise:node` run. */
export function entryOf(runtime: RuntimeName): readonly [string, ...string[]] {
  const program = (name: string) => join(REPOSITORY, "node_modules/.bin", name);
  const entry = (file: string) => join(REPOSITORY, file);
  switch (runtime) {
    case "bun":
      return [program("bun"), entry("adapters/entry/bun.ts")];
    case "deno":
      return [program("deno"), "run", "-A", entry("adapters/entry/deno.ts")];
    case "node":
      return ["node", entry("dist/adapters/entry/node.js")];
  }
}

/** The caller's environment without anything that would set up the product, plus what is given. */
export function environmentFor(home: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith("MORTISE_") && !COLOUR_VARIABLES.has(name)) kept[name] = value;
  }
  return { ...kept, MORTISE_HOME: home, ...extra };
}

/** Set by test runners for their own output. */
const COLOUR_VARIABLES = new Set(["FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE"]);
