import type { CheckerProcesses } from "../../runtime/ports/mod.ts";

/** Adapters that run checkers, with the hosts each works on; each loads on first use. A page has none. */
export const CHECKER_PROCESSES = [
  {
    name: "node",
    hosts: ["bun", "node"],
    load: async (): Promise<CheckerProcesses> => (await import("./node.ts")).createNodeCheckerProcesses(),
  },
  {
    name: "deno",
    hosts: ["deno"],
    load: async (): Promise<CheckerProcesses> => (await import("./deno.ts")).createDenoCheckerProcesses(),
  },
] as const;
