import { ImportError, type ImportReport, type RootMapping } from "../../checkpoints/mod.ts";
import { absolutePath } from "../../paths.ts";
import type { FileSystem } from "../../ports/mod.ts";
import { CliError } from "../cli-error.ts";
import { realFolder } from "../real-folder.ts";
import { printable, type Shell } from "../shell.ts";
import { type TellOptions, tellProgress, tellReport } from "./progress.ts";
import { withNewCheckpoints } from "./reader.ts";

const CHUNK_BYTES = 1024 * 1024;

export async function importStore(
  shell: Shell,
  options: TellOptions & { file: string; map: readonly string[] },
): Promise<number> {
  const { host } = shell;
  const path = absolutePath(host.cwd(), options.file);
  return withNewCheckpoints(shell, async (checkpoints) => {
    const files = host.fileSystem({ tempPrefix: ".mortise-" });
    if ((await files.stat(path))?.kind !== "file")
      throw new CliError("not_found", `"${path}" is no file; pass the export's path`);
    const mappings: RootMapping[] = [];
    for (const pair of options.map) mappings.push(await mappingOf(shell, files, pair));
    const progress = tellProgress(shell, "import", options);
    try {
      const report = await checkpoints.importAll(() => chunksOf(files, path), mappings, progress.onProgress);
      await progress.end();
      await tellReport(shell, report, textOf(report), options);
      return 0;
    } catch (error) {
      if (error instanceof ImportError)
        throw new CliError(error.errorCode, `"${path}": ${error.message}${adviceFor(error)}`, { cause: error });
      throw error;
    }
  });
}

function adviceFor({ unnamedRoots: [root] }: ImportError): string {
  if (root === undefined) return "";
  const same = JSON.stringify(`${root}=${root}`);
  return `. Pass --map ${same} when its files are those of this folder, else --map with another folder after the "="`;
}

/** The first "=" is the border. The folder on the right must exist. */
async function mappingOf(shell: Shell, files: FileSystem, pair: string): Promise<RootMapping> {
  const at = pair.indexOf("=");
  if (at <= 0) throw new CliError("bad_argument", `--map "${pair}" is not OLD=NEW, two folders`);
  const from = pair.slice(0, at);
  if (!from.startsWith("/"))
    throw new CliError("bad_argument", `--map: "${from}" is not absolute; pass the root as it was`);
  return { from: absolutePath("/", from), to: await realFolder(files, shell.host.cwd(), pair.slice(at + 1), "--map") };
}

async function* chunksOf(files: FileSystem, path: string): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; ) {
    const chunk = await files.readRange(path, offset, CHUNK_BYTES);
    if (chunk.length === 0) return;
    yield chunk;
    offset += chunk.length;
  }
}

function textOf(report: ImportReport): string {
  return [
    `Imported ${report.turns} turns: ${report.rows_added} rows (${report.rows_there} were there), ${report.blobs_added} contents (${report.blobs_there} were there).`,
    `Roots: ${report.roots.map(printable).join(", ")}`,
    ...report.left_out.map((what) => `Lost where it was exported: ${printable(what)}`),
  ].join("\n");
}
