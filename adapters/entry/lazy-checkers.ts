import type { CheckerProcesses, HostCheckers, TypescriptProjects } from "../../runtime/ports/mod.ts";
import { fewAtOnce } from "../checker-process/few-at-once.ts";

/** Agents that write side by side would otherwise start as many programs as there are writes. */
const MOST_PROCESSES = 4;

/** The host's checkers, loaded with the first use: most commands never ask for any. */
export function lazyCheckers(openProcesses: () => Promise<CheckerProcesses>): HostCheckers {
  let processes: Promise<CheckerProcesses> | undefined;
  let typescript: Promise<TypescriptProjects> | undefined;
  return {
    processes: {
      run: async (run) => {
        processes ??= openProcesses().then((opened) => fewAtOnce(opened, MOST_PROCESSES));
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
