import { homeFolder, loadSettings, readSettingsFile, type Settings } from "../settings/mod.ts";
import { CliError } from "./cli-error.ts";
import type { Shell } from "./shell.ts";

export interface Setup {
  /** Absolute. */
  readonly home: string;
  readonly settings: Settings;
}

/** Reads home and settings and says on stderr what in them could not be used. */
export async function setUp(shell: Shell): Promise<Setup> {
  const { host } = shell;
  if (shell.store === "") throw new CliError("bad_argument", "--store needs the path of a folder");
  const { home, warnings } = homeFolder(host.env, host.cwd());
  for (const warning of warnings) await shell.say(`mortise: warning: ${warning}`);
  if (home === null) {
    throw new CliError("bad_argument", "no home folder: HOME is not set; set MORTISE_HOME to a folder of your choice");
  }
  const loaded = loadSettings({
    home,
    cwd: host.cwd(),
    env: host.env,
    envNames: host.envNames("MORTISE_"),
    file: await readSettingsFile(host.fileSystem({ tempPrefix: ".mortise-" }), home),
    flags: shell.store === undefined ? {} : { checkpoint_dir: shell.store },
  });
  for (const warning of loaded.warnings) await shell.say(`mortise: warning: ${warning}`);
  return { home, settings: loaded.settings };
}
