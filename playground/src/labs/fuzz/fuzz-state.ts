import { signal } from "@preact/signals";
import type { Workbench } from "../../app/mod.ts";
import {
  FAMILIES,
  type FuzzReply,
  FuzzRunner,
  familyOf,
  type ListedLaw,
  type ListedMutant,
  type MetBucket,
  type ShownFailure,
} from "../../fuzz/mod.ts";
import { fuzzInputs, MOST_SEED } from "./fuzz-inputs.ts";
import { noteRate, rates } from "./rates.ts";
import { idOf, type SavedCase, savedCases } from "./saved-cases.ts";

export interface Family {
  readonly laws: readonly ListedLaw[];
  readonly mutants: readonly ListedMutant[];
}

/** How far a law is in the run. */
export interface Row {
  readonly id: string;
  readonly state: "waiting" | "running" | "held" | "refuted" | "stopped";
  readonly runs: number;
  readonly ms: number;
  readonly outcomes: Readonly<Record<string, MetBucket>>;
  /** Witnesses that no value reached. */
  readonly dark: readonly string[];
}

/** What a run was asked for; `null` for a key, which names one value. */
export interface Effort {
  readonly runs: number;
  readonly seconds: number | null;
}

export const families = signal<ReadonlyMap<string, Family>>(new Map());
export const rows = signal<readonly Row[]>([]);
export const effort = signal<Effort | null>(null);
export const failures = signal<readonly ShownFailure[]>([]);
/** The one that is shown, and the step of its shrinking; the last step is the smallest. */
export const shown = signal<{ readonly failure: number; readonly step: number }>({ failure: 0, step: 0 });
export const run = signal<"idle" | "running" | "done" | "stopped">("idle");
export const seed = signal<number | null>(null);
export const fault = signal<string | null>(null);
/** What the saved cases came to when they were tried again, by their id. */
export const retried = signal<ReadonlyMap<string, "fixed" | "still fails">>(new Map());

let current: { readonly id: string; readonly left: readonly SavedCase[] } | null = null;
const wanted = new Set<string>();
const runner = new FuzzRunner(receive);

export function listFamily(family: string): void {
  if (wanted.has(family)) return;
  wanted.add(family);
  runner.ask({ kind: "list", family });
}

export function start(bench: Workbench): void {
  const { ids, runs, seconds, seed: given, mutant } = fuzzInputs.of(bench);
  if (ids.length === 0) return;
  endRun();
  const chosen = given ?? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % MOST_SEED;
  begin(ids, chosen);
  effort.value = { runs, seconds };
  runner.ask({ kind: "run", ids, runs, seconds, seed: chosen, mutant });
}

/** Goes straight to the value that a key names. */
export function replay(key: string, mutant: string | null): void {
  endRun();
  begin([key.split("@")[0] ?? ""], null);
  runner.ask({ kind: "replay", key, mutant });
}

export function replaySaved(): void {
  endRun();
  begin([], null);
  retried.value = new Map();
  nextSaved(savedCases.value);
}

export function stop(): void {
  if (run.peek() !== "running") return;
  endRun();
  run.value = "stopped";
  rows.value = rows
    .peek()
    .map((row) => (row.state === "running" || row.state === "waiting" ? { ...row, state: "stopped" } : row));
}

/** What is at work ends with its worker; one that is idle stays, with all that it has loaded. */
function endRun(): void {
  current = null;
  if (run.peek() !== "running") return;
  runner.stop();
  const unheard = [...wanted].filter((family) => !families.peek().has(family));
  for (const family of unheard) runner.ask({ kind: "list", family });
}

function begin(ids: readonly string[], given: number | null): void {
  seed.value = given;
  effort.value = null;
  fault.value = null;
  failures.value = [];
  rates.value = [];
  shown.value = { failure: 0, step: 0 };
  rows.value = ids.map((id) => ({ id, state: "waiting", runs: 0, ms: 0, outcomes: {}, dark: [] }));
  run.value = "running";
  for (const id of ids) {
    const family = familyOf(id);
    if (family !== null) listFamily(family);
  }
}

function nextSaved(cases: readonly SavedCase[]): void {
  const [next, ...left] = cases;
  current = next === undefined ? null : { id: idOf(next), left };
  if (next === undefined) run.value = "done";
  else runner.ask({ kind: "replay", key: next.key, mutant: next.mutant });
}

function receive(reply: FuzzReply): void {
  if (reply.kind === "listed") {
    families.value = new Map(families.peek()).set(reply.family, reply);
    return;
  }
  if (current !== null && reply.kind !== "fault") {
    receiveSaved(reply, current);
    return;
  }
  switch (reply.kind) {
    case "progress":
      noteRate(
        rows.peek().find((row) => row.id === reply.id),
        reply,
      );
      update(reply.id, { state: "running", runs: reply.runs, ms: reply.ms, outcomes: reply.outcomes });
      break;
    case "refuted":
      failures.value = [...failures.peek(), reply.failure];
      if (failures.peek().length === 1) shown.value = { failure: 0, step: Math.max(0, reply.failure.steps.length - 1) };
      update(reply.failure.id, { state: "refuted" });
      break;
    case "held":
      update(reply.id, { state: "held", dark: reply.dark });
      break;
    case "done":
      run.value = "done";
      break;
    case "fault":
      current = null;
      // What was not listed may be asked for again.
      wanted.clear();
      for (const family of families.peek().keys()) wanted.add(family);
      fault.value = reply.message;
      run.value = "stopped";
      break;
    case "ready":
      break;
  }
}

function receiveSaved(reply: FuzzReply, saved: NonNullable<typeof current>): void {
  if (reply.kind === "refuted") retried.value = new Map(retried.peek()).set(saved.id, "still fails");
  if (reply.kind === "held") retried.value = new Map(retried.peek()).set(saved.id, "fixed");
  if (reply.kind === "done") nextSaved(saved.left);
}

function update(id: string, fields: Partial<Row>): void {
  rows.value = rows.peek().map((row) => (row.id === id ? { ...row, ...fields } : row));
}

export function lawOf(id: string): ListedLaw | undefined {
  return families.value.get(familyOf(id) ?? "")?.laws.find((law) => law.id === id);
}

/** Every law that has been listed, for those who want all of a family. */
export function idsOf(family: string): readonly string[] {
  return families.value.get(family)?.laws.map(({ id }) => id) ?? [];
}

/** Those that need no tree of files, so that listing them brings none along. */
export const FIRST_FAMILIES: readonly string[] = FAMILIES.slice(0, 2).map(({ id }) => id);
