import type { PlanEntry } from "../../../runtime/checkpoints/mod.ts";
import { PATHS, type Path, type Step, type Turn } from "./history.ts";

/** A text, or `null` where no file is. */
type State = string | null;

interface Row {
  readonly before: State;
  readonly after: State;
}

/** What stands at each path and what each turn did there, in a few lines; without reverts, whose rows C2 looks at. */
export class Model {
  readonly now = new Map<Path, State>();
  readonly #rows = new Map<string, Row[]>();

  constructor(files: Readonly<Partial<Record<Path, string>>>) {
    for (const path of PATHS) this.now.set(path, files[path] ?? null);
  }

  take(step: Step, number: number): void {
    if (step.does === "write") this.#write(step.turn, step.path, `agent ${number}`);
    if (step.does === "delete" && this.now.get(step.path) !== null) this.#write(step.turn, step.path, null);
    if (step.does === "human") this.now.set(step.path, `human ${number}`);
    if (step.does === "human deletes") this.now.set(step.path, null);
  }

  /** What a revert of the turn would find at each path that it wrote. */
  statuses(turn: Turn): Record<string, PlanEntry["status"]> {
    const found: Record<string, PlanEntry["status"]> = {};
    for (const path of PATHS) {
      const rows = this.#rows.get(`${turn} ${path}`);
      if (rows !== undefined) found[path] = judge(rows, this.now.get(path) ?? null);
    }
    return found;
  }

  rowsOf(turn: Turn, path: Path): readonly Row[] {
    return this.#rows.get(`${turn} ${path}`) ?? [];
  }

  #write(turn: Turn, path: Path, after: State): void {
    const key = `${turn} ${path}`;
    this.#rows.set(key, [...(this.#rows.get(key) ?? []), { before: this.now.get(path) ?? null, after }]);
    this.now.set(path, after);
  }
}

function judge(rows: readonly Row[], now: State): PlanEntry["status"] {
  if (now === rows[0]?.before) return "already_reverted";
  const isBroken = rows.some((row, at) => {
    const earlier = rows.slice(0, at).flatMap(({ before, after }) => [before, after]);
    return at > 0 && !earlier.includes(row.before);
  });
  const last = rows.at(-1);
  if (isBroken || (now !== last?.after && now !== last?.before)) return "drifted";
  return "restorable";
}
