import type { ExportReport } from "../../checkpoints/mod.ts";
import { absolutePath } from "../../paths.ts";
import { CliError, exitCodeOf } from "../cli-error.ts";
import { printable, type Shell } from "../shell.ts";
import { type TellOptions, tellProgress, tellReport } from "./progress.ts";
import { withCheckpoints } from "./reader.ts";

export async function exportStore(shell: Shell, options: TellOptions & { file: string }): Promise<number> {
  const { host } = shell;
  const path = absolutePath(host.cwd(), options.file);
  return withCheckpoints(shell, "look", undefined, async (checkpoints) => {
    if (checkpoints === null) throw new CliError("no_checkpoints", "no checkpoints yet, so there is nothing to export");
    const progress = tellProgress(shell, "export", options);
    const ending: { report?: ExportReport } = {};
    const content = keepingReport(checkpoints.exportAll(progress.onProgress), ending);
    const files = host.fileSystem({ tempPrefix: ".mortise-" });
    const outcome = await files.writeFile(path, content, { durable: true, exclusive: true, mode: 0o600 });
    await progress.end();
    if (outcome === "changed")
      throw new CliError("already_exists", `"${path}" is there already and was left as it is; name another file`);
    const { report } = ending;
    if (report === undefined) throw new TypeError("an export without an end");
    await tellReport(shell, { ...report, file: path }, textOf(report, path), options);
    return exitCodeOf(report.error_code);
  });
}

async function* keepingReport(
  content: AsyncGenerator<Uint8Array, ExportReport>,
  ending: { report?: ExportReport },
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await content.next();
    if (next.done) {
      ending.report = next.value;
      return;
    }
    yield next.value;
  }
}

function textOf(report: ExportReport, path: string): string {
  const counts = `Exported ${report.turns} turns, ${report.rows} rows and ${report.blobs} contents (${report.bytes} bytes) to ${printable(path)}.`;
  return [counts, ...report.left_out.map((what) => `Left out: ${printable(what)}`)].join("\n");
}
