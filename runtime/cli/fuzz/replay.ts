import { CliError } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";
import { knownId, knownMutant, loadProperties } from "./load-properties.ts";
import { printFailure, reportFields } from "./report.ts";

/** @returns 0 when the value no longer refutes the property, 1 when it still does. */
export async function replay(shell: Shell, text: string, flags: { readonly mutant?: string } = {}): Promise<number> {
  const runner = await loadProperties(shell);
  const mutant = knownMutant(runner, flags.mutant);
  const key = runner.parseKey(text);
  if (key === null) {
    throw new CliError("bad_argument", `"${printable(text)}" is no replay key; one looks like M3@1:20931:4:0:2`);
  }
  const id = knownId(runner, key.id);
  const property = runner.properties.find((candidate) => candidate.id === id);
  if (property?.version !== key.version) {
    throw new CliError(
      "bad_argument",
      `the key is of ${id} version ${key.version}, which is version ${property?.version} now and makes other values; ` +
        `run fuzz --ids ${id} --seed ${key.seed}`,
    );
  }
  const { host } = shell;
  const startedMs = host.clock.monotonicMs();
  const options = { seed: key.seed, path: key.path, ...(key.path !== "" && { runs: 1 }) };
  const report = await runner.run(id, { ...options, ...(mutant !== undefined && { mutant }) });
  const durationMs = host.clock.monotonicMs() - startedMs;
  if (shell.json) await shell.printJson(reportFields(report, durationMs));
  else if (report.failure === undefined) {
    await shell.print(`${id} ${shell.paint("green", "holds")} for this value now: ${report.title}`);
  } else {
    await shell.print(`${id} is still ${shell.paint("red", "REFUTED")}: ${report.title}`);
    await printFailure(shell, report.failure, mutant);
  }
  return report.failure === undefined ? 0 : 1;
}
