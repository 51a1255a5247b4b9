import { bracketed } from "../../server/mod.ts";
import { CliError } from "../cli-error.ts";

/** The URL to reach a server under; one that listens on every address is reached over loopback. */
export function urlOf(hostname: string, port: number): string {
  const name = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
  return `http://${bracketed(name)}:${port}`;
}

/** Refuses what can never stand in a Host header, such as a URL. */
export function checkHostNames(names: readonly string[]): void {
  for (const name of names) {
    if (/^[\w.-]+(:\d{1,5})?$|^\[?[0-9a-f:.]+\]?(:\d{1,5})?$/i.test(name)) continue;
    throw new CliError("bad_argument", `--allow-host "${name}" is no host name; pass NAME or NAME:PORT`);
  }
}
