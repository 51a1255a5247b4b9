import type { PropertyReport, PropertyRunner } from "../../ports/mod.ts";
import { CliError } from "../cli-error.ts";
import type { FuzzFlags } from "../commands/fuzz.ts";
import type { Shell } from "../shell.ts";
import { Corpus } from "./corpus.ts";
import { knownId, knownMutant, loadProperties } from "./load-properties.ts";
import { isSound, printReport, reportFields } from "./report.ts";

/** @returns 0 when all held, 1 when a property was refuted or, over many values, hardly tried. */
export async function fuzz(shell: Shell, flags: FuzzFlags): Promise<number> {
  if (flags.runs !== undefined && flags.seconds !== undefined) {
    throw new CliError("bad_argument", "--runs and --seconds exclude each other; pass one of them");
  }
  const { host } = shell;
  const runner = await loadProperties(shell);
  const mutant = knownMutant(runner, flags.mutant);
  const ids = idsOf(runner, flags);
  const corpus = new Corpus(shell, flags.corpus, runner);
  const seed = flags.seed ?? host.clock.now() % 2_147_483_647;
  await shell.say(`mortise: seed ${seed}`);

  const documents: object[] = [];
  let isAllSound = true;
  for (const id of ids) {
    // What a mutant does wrong is no case for the corpus.
    const saved = mutant === undefined ? await corpus.read(id) : [];
    const startedMs = host.clock.monotonicMs();
    const effort = flags.seconds === undefined ? { runs: flags.runs } : { seconds: flags.seconds / ids.length };
    const report = await runner.run(id, { ...effort, seed, corpus: saved, ...(mutant !== undefined && { mutant }) });
    const durationMs = host.clock.monotonicMs() - startedMs;
    isAllSound &&= isSound(report);
    if (flags.ndjson) await shell.printJson(reportFields(report, durationMs));
    else if (shell.json) documents.push(reportFields(report, durationMs));
    else await printReport(shell, report, durationMs, mutant);
    if (flags.save && mutant === undefined) await saveFailure(shell, corpus, report);
  }
  if (shell.json && !flags.ndjson) await shell.printJson({ success: isAllSound, seed, properties: documents });
  return isAllSound ? 0 : 1;
}

function idsOf(runner: PropertyRunner, { ids: list, property, mutant }: FuzzFlags): readonly string[] {
  const lists = [list, property].filter((given) => given !== undefined);
  if (lists.length === 0) {
    const killers = runner.mutants.flatMap(({ id, killedBy }) => (id === mutant ? [killedBy] : []));
    return killers.length > 0 ? killers : runner.properties.map(({ id }) => id);
  }
  const ids = lists.flatMap((given) => given.split(",")).filter((id) => id.trim() !== "");
  if (ids.length === 0) throw new CliError("bad_argument", "--ids needs one id or more, such as --ids M3,S1");
  return [...new Set(ids.map((id) => knownId(runner, id)))];
}

async function saveFailure(shell: Shell, corpus: Corpus, { id, failure }: PropertyReport): Promise<void> {
  // A saved case that fails again is in the corpus already.
  if (failure === undefined || failure.key === null) return;
  await shell.say(`mortise: ${id}: the case was saved in ${await corpus.save(id, failure)}`);
}
