import { type Asker, createAsker } from "../engine/client.ts";
import type { WireQuestions } from "./questions.ts";

const TIME_LIMIT_MS = 8000;
const LOAD_LIMIT_MS = 30_000;

let asker: Asker<WireQuestions> | null = null;

/** The page's one reader; its worker starts with the first use. */
export function reader(): Asker<WireQuestions> {
  asker ??= createAsker<WireQuestions>({
    spawn: () => new Worker(new URL("./reading-worker.ts", import.meta.url), { type: "module" }),
    timeLimitMs: TIME_LIMIT_MS,
    loadLimitMs: LOAD_LIMIT_MS,
    onState: () => {},
  });
  return asker;
}
