import "../engine/worker-globals.ts";
import type { Property } from "../../../test/property/property.ts";
import { parseKey } from "../../../test/property/replay-key.ts";
import { runProperty } from "../../../test/property/run-property.ts";
import { FAMILY_SOURCES, type LoadedFamily } from "./families.ts";
import { familyOf } from "./family-names.ts";
import type { FuzzAsk, FuzzReply, RunAsk } from "./messages.ts";
import { shrinkSteps } from "./shrink-steps.ts";

/** Values in a row; between two rows the page hears how far it is. Each row has a seed of its own, so the rows are the same everywhere. */
const ROW = 100;

addEventListener("message", ({ data }: MessageEvent<FuzzAsk>) => {
  serve(data).catch((error: unknown) => {
    reply({ kind: "fault", message: error instanceof Error ? error.message : String(error) });
  });
});
reply({ kind: "ready" });

async function serve(ask: FuzzAsk): Promise<void> {
  switch (ask.kind) {
    case "list":
      return list(ask.family);
    case "run":
      return run(ask);
    case "replay":
      return replay(ask.key, ask.mutant);
  }
}

async function list(family: string): Promise<void> {
  const { laws, mutants } = await load(family);
  reply({
    kind: "listed",
    family,
    laws: laws.map(({ id, version, title, kind, witnesses }) => ({ id, version, title, kind, witnesses })),
    mutants: mutants.map(({ id, title, killedBy }) => ({ id, title, killedBy })),
  });
}

async function run({ ids, runs, seconds, seed, mutant }: RunAsk): Promise<void> {
  for (const id of ids) await runOne(await lawOf(id, mutant), { runs, seconds, share: ids.length, seed, mutant });
  reply({ kind: "done" });
}

interface Effort extends Pick<RunAsk, "runs" | "seconds" | "seed" | "mutant"> {
  /** How many laws share the seconds. */
  readonly share: number;
}

async function runOne(law: Property<unknown>, { runs, seconds, share, seed, mutant }: Effort): Promise<void> {
  const { id } = law;
  const outcomes: Record<string, number> = {};
  const begun = performance.now();
  const isOver = (done: number) =>
    seconds === null ? done >= runs : performance.now() - begun >= (seconds * 1000) / share;
  let done = 0;
  for (let row = 0; !isOver(done); row += 1) {
    const size = seconds === null ? Math.min(ROW, runs - done) : ROW;
    const report = await runProperty(law, { runs: size, seed: seed + row });
    done += report.runs;
    for (const [name, count] of Object.entries(report.outcomes)) outcomes[name] = (outcomes[name] ?? 0) + count;
    reply({
      kind: "progress",
      id,
      title: law.title,
      runs: done,
      ms: performance.now() - begun,
      outcomes: { ...outcomes },
    });
    if (report.failure !== undefined) {
      await tellFailure(law, report.failure, mutant);
      return;
    }
  }
  reply({ kind: "held", id, dark: law.witnesses.filter((name) => outcomes[name] === undefined) });
}

async function replay(text: string, mutant: string | null): Promise<void> {
  const key = parseKey(text);
  if (key === null) throw new RangeError(`"${text}" is no replay key; one looks like M3@1:20931:4:0:2`);
  const law = await lawOf(key.id, mutant);
  if (law.version !== key.version) {
    throw new RangeError(`the key is of ${key.id} version ${key.version}, which is version ${law.version} here`);
  }
  const { seed, path } = key;
  const { failure, runs } = await runProperty(law, { seed, path, ...(path !== "" && { runs: 1 }) });
  reply({ kind: "progress", id: law.id, title: law.title, runs, ms: 0, outcomes: {} });
  if (failure === undefined) reply({ kind: "held", id: law.id, dark: [] });
  else await tellFailure(law, failure, mutant);
  reply({ kind: "done" });
}

async function tellFailure(
  law: Property<unknown>,
  failure: NonNullable<Awaited<ReturnType<typeof runProperty>>["failure"]>,
  mutant: string | null,
): Promise<void> {
  const steps = failure.key === null ? [] : await shrinkSteps(law, failure.key);
  const { id, version, title } = law;
  reply({ kind: "refuted", failure: { ...failure, id, version, title, mutant, steps } });
}

async function lawOf(id: string, mutant: string | null): Promise<Property<unknown>> {
  const { laws, mutants } = await load(familyOf(id) ?? "");
  const stated = mutant === null ? laws : (mutants.find((one) => one.id === mutant)?.laws() ?? laws);
  const law = stated.find((one) => one.id === id);
  if (law === undefined) throw new RangeError(`this page has no law ${id}`);
  return law;
}

async function load(family: string): Promise<LoadedFamily> {
  const source = FAMILY_SOURCES.find(({ id }) => id === family);
  if (source === undefined) throw new RangeError(`this page has no family "${family}"`);
  return source.load();
}

function reply(message: FuzzReply): void {
  postMessage(message);
}
