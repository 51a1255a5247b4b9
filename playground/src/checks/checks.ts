import { type Asker, createAsker } from "../engine/client.ts";
import type { CheckQuestions } from "./questions.ts";

/** The checks have five seconds of their own; a module of megabytes comes at the speed of the line. */
const CHECK_LIMIT_MS = 15_000;
const MODULE_LIMIT_MS = 300_000;
const LOAD_LIMIT_MS = 30_000;

let asker: Asker<CheckQuestions> | null = null;

/** The page's checkers; their worker starts with the first use. */
export function checks(): Asker<CheckQuestions> {
  asker ??= createAsker<CheckQuestions>({
    spawn: () => new Worker(new URL("./checks-worker.ts", import.meta.url), { type: "module" }),
    timeLimitMs: (name) => (name === "load" ? MODULE_LIMIT_MS : CHECK_LIMIT_MS),
    loadLimitMs: LOAD_LIMIT_MS,
    onState: () => {},
  });
  return asker;
}
