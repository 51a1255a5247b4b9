import type { PropertyRunner } from "../../ports/mod.ts";
import { CliError } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";

export async function loadProperties({ host }: Shell): Promise<PropertyRunner> {
  if (host.properties === undefined) {
    throw new CliError("unavailable", "this build of mortise comes without its properties; run it from the sources");
  }
  return host.properties();
}

/** The id as the list has it, whatever its case. */
export function knownId({ properties }: PropertyRunner, given: string): string {
  const found = properties.find(({ id }) => id.toLowerCase() === given.trim().toLowerCase());
  if (found !== undefined) return found.id;
  const known = properties.map(({ id }) => id).join(", ");
  throw new CliError("bad_argument", `there is no property "${printable(given)}"; there are ${known}`);
}
