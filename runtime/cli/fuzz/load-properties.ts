import type { PropertyRunner } from "../../ports/mod.ts";
import { CliError } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";

export async function loadProperties({ host }: Shell): Promise<PropertyRunner> {
  if (host.properties === undefined) {
    throw new CliError("unavailable", "this build of mortise comes without its properties; run it from the sources");
  }
  return host.properties();
}

/** Throws when there is no such mutant, or it breaks laws of another engine than those of the property. */
export function knownMutant({ mutants }: PropertyRunner, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const found = mutants.find(({ id }) => id === given);
  if (found !== undefined) return found.id;
  const known = mutants.map(({ id, killedBy }) => `${id} (${killedBy})`).join(", ");
  throw new CliError("bad_argument", `there is no mutant "${printable(given)}"; there are ${known}`);
}

/** The id as the list has it, whatever its case. */
export function knownId({ properties }: PropertyRunner, given: string): string {
  const found = properties.find(({ id }) => id.toLowerCase() === given.trim().toLowerCase());
  if (found !== undefined) return found.id;
  const known = properties.map(({ id }) => id).join(", ");
  throw new CliError("bad_argument", `there is no property "${printable(given)}"; there are ${known}`);
}
