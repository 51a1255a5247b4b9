import { type Asker, createAsker } from "../engine/client.ts";
import type { CheckQuestions } from "./questions.ts";

/** The checks have twelve seconds of their own; a module of megabytes comes at the speed of the line. */
const CHECK_LIMIT_MS = 20_000;
const MODULE_LIMIT_MS = 300_000;
const LOAD_LIMIT_MS = 30_000;

const askers = new Map<"lab" | "lesson", Asker<CheckQuestions>>();

/**
 * The page's checkers; a worker starts with the first use. A module that was loaded stays in its worker for good, so
 * lessons, which show a page that has loaded nothing, have one of their own.
 */
export function checks(where: "lab" | "lesson"): Asker<CheckQuestions> {
  const known = askers.get(where);
  if (known !== undefined) return known;
  const started = createAsker<CheckQuestions>({
    spawn: () => new Worker(new URL("./checks-worker.ts", import.meta.url), { type: "module" }),
    timeLimitMs: (name) => (name === "load" ? MODULE_LIMIT_MS : CHECK_LIMIT_MS),
    loadLimitMs: LOAD_LIMIT_MS,
    onState: () => {},
  });
  askers.set(where, started);
  return started;
}
