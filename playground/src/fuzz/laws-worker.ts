import "../engine/worker-globals.ts";
import type { Property } from "../../../test/property/property.ts";
import { parseKey } from "../../../test/property/replay-key.ts";
import { runProperty } from "../../../test/property/run-property.ts";
import { FAMILY_SOURCES, type LoadedFamily } from "./families.ts";
import { familyOf } from "./family-names.ts";
import type { FuzzAsk, FuzzReply, RunAsk } from "./messages.ts";
import { shrinkSteps } from "./shrink-steps.ts";
import { Tally } from "./tally.ts";

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
    laws: laws.map(({ id, version, title, doc, kind, witnesses }) => ({ id, version, title, doc, kind, witnesses })),
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

/** One seed for the whole run, as the command line has it: the same seed tries the same values in both. */
async function runOne(law: Property<unknown>, { runs, seconds, share, seed, mutant }: Effort): Promise<void> {
  const tally = new Tally(law, reply);
  const effort = seconds === null ? { runs } : { seconds: seconds / share };
  const { failure, missing } = await runProperty(law, { ...effort, seed }, tally);
  tally.tell();
  if (failure !== undefined) await tellFailure(law, failure, mutant);
  else reply({ kind: "held", id: law.id, dark: missing });
}

async function replay(text: string, mutant: string | null): Promise<void> {
  const key = parseKey(text);
  if (key === null) throw new RangeError(`"${text}" is no replay key; one looks like M3@1:20931:4:0:2`);
  const law = await lawOf(key.id, mutant);
  if (law.version !== key.version) {
    throw new RangeError(`the key is of ${key.id} version ${key.version}, which is version ${law.version} here`);
  }
  const { seed, path } = key;
  const tally = new Tally(law, reply);
  const { failure } = await runProperty(law, { seed, path, ...(path !== "" && { runs: 1 }) }, tally);
  tally.tell();
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
  const stated = mutant === null ? laws : mutants.find((one) => one.id === mutant)?.laws();
  if (stated === undefined) throw new RangeError(`no fault "${mutant}" can be put into what ${id} is about`);
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
