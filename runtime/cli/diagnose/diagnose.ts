import { type DiagnosticsBlock, diagnose, UNCHECKED_REASONS } from "../../diagnostics/mod.ts";
import { absolutePath } from "../../paths.ts";
import type { FileSystem } from "../../ports/mod.ts";
import { decodeText } from "../../text/mod.ts";
import { createSyntaxService } from "../../tools/mod.ts";
import { CliError } from "../cli-error.ts";
import type { DiagnoseFlags } from "../commands/diagnose.ts";
import { setUp } from "../setup.ts";
import { printable, type Shell } from "../shell.ts";

/** Checks one file by itself: no server, no workspace and no store is needed, and nothing is written. */
export async function diagnoseFile(shell: Shell, file: string, { before }: DiagnoseFlags): Promise<number> {
  const { host } = shell;
  const { coding } = (await setUp(shell)).settings;
  const fs = host.fileSystem({ tempPrefix: ".mortise-" });
  const after = await textOf(fs, absolutePath(host.cwd(), file), file);
  const subject = {
    path: await fs.realpath(absolutePath(host.cwd(), file)),
    // The person at the terminal is at home in the whole tree, and so are the checkers.
    root: "/",
    before: before === undefined ? null : await textOf(fs, absolutePath(host.cwd(), before), before),
    after,
  };
  const { grammars, checkers, clock } = host;
  const syntax = createSyntaxService(grammars);
  const tools = { fs, grammars, checkers, syntax, settings: { typescript: coding.typescript_diagnostics } };
  const timeoutMs = coding.diagnostics_timeout * 1000;
  const diagnosis = await diagnose(subject, tools, { clock, timeoutMs, signal: new AbortController().signal });
  const isChecked = diagnosis.kind === "checked";
  const said = isChecked ? { diagnostics: diagnosis.block } : { reason: diagnosis.reason };
  if (shell.json) await shell.printJson({ success: true, data: { path: file, checked: isChecked, ...said } });
  else if (isChecked) await tellFindings(shell, file, diagnosis.block);
  else await shell.print(`${printable(file)}: not checked: ${UNCHECKED_REASONS[diagnosis.reason]}`);
  return 0;
}

async function tellFindings(shell: Shell, file: string, block: DiagnosticsBlock): Promise<void> {
  const isCompared = block.baseline === undefined;
  const count = `${block.new_count} ${isCompared ? "new " : ""}${block.new_count === 1 ? "finding" : "findings"}`;
  const cut = block.truncated ? `, the first ${block.findings.length} of them` : "";
  await shell.print(`${printable(file)}: checked by ${block.checker}: ${count}${cut}`);
  if (block.configuration === "not_applied") await shell.print("  the project's configuration could not be followed");
  for (const { severity, code, line, message, path } of block.findings) {
    const place = `${printable(path ?? file)}${line === undefined ? "" : `:${line}`}`;
    await shell.print(`  ${place}: ${severity} ${printable(code)}: ${printable(message)}`);
  }
}

/** Missing files are the caller's business; a device or FIFO is never opened. */
async function textOf(fs: FileSystem, path: string, named: string): Promise<string> {
  const stat = await fs.stat(path);
  if (stat === null) throw new CliError("not_found", `"${named}" does not exist; check the path`);
  if (stat.kind !== "file") throw new CliError("not_a_file", `"${named}" is no regular file; name one`);
  const decoded = decodeText(await fs.readFile(path));
  if (decoded.kind === "text") return decoded.text;
  throw new CliError(
    decoded.kind === "binary" ? "binary" : "not_utf8",
    `"${named}" is not UTF-8 text; it is not checked`,
  );
}
