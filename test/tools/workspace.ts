import { systemClock } from "../../adapters/clock/system.ts";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import * as trees from "../property/tools/workspace.ts";

export { ROOT, STORE, type Workspace, type WorkspaceOptions } from "../property/tools/workspace.ts";

/** The workspace that the laws are tried on, with this machine's clock and grammars. */
export function openWorkspace(options: trees.WorkspaceOptions = {}): Promise<trees.Workspace> {
  return trees.openWorkspace({ clock: systemClock, ids: webCryptoIds, grammars: createFileGrammars(), ...options });
}
