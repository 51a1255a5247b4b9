import type { TypescriptProjects } from "../../runtime/ports/mod.ts";

/** Adapters that know TypeScript projects; each loads on first use. */
export const TYPESCRIPT_PROJECTS = [
  {
    name: "worker-thread",
    hosts: ["bun", "deno", "node"],
    load: async (): Promise<TypescriptProjects> => (await import("./worker-thread.ts")).createThreadedProjects(),
  },
] as const;
