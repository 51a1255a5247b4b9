import type { CheckerProcesses, HostCheckers, TypescriptProjects } from "../../runtime/ports/mod.ts";

/** The host's checkers, loaded with the first use: most commands never ask for any. */
export function lazyCheckers(openProcesses: () => Promise<CheckerProcesses>): HostCheckers {
  let processes: Promise<CheckerProcesses> | undefined;
  let typescript: Promise<TypescriptProjects> | undefined;
  return {
    processes: {
      run: async (run) => {
        processes ??= openProcesses();
        return (await processes).run(run);
      },
    },
    typescript: {
      check: async (request) => {
        typescript ??= openProjects();
        return (await typescript).check(request);
      },
    },
  };
}

async function openProjects(): Promise<TypescriptProjects> {
  return (await import("../typescript-project/worker-thread.ts")).createThreadedProjects();
}
