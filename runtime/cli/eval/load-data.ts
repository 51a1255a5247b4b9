import { isFileSystemError } from "../../errors.ts";
import { categoryOf, type EvalItem, readItems } from "../../eval/mod.ts";
import { absolutePath, joinPath } from "../../paths.ts";
import type { FileSystem } from "../../ports/mod.ts";
import { isRecord } from "../../schema.ts";
import { decodeText } from "../../text/mod.ts";
import { CliError } from "../cli-error.ts";
import { realFolder } from "../real-folder.ts";
import type { Shell } from "../shell.ts";

/** All items of a folder; files whose names are no category's are passed over. */
export async function loadItems(
  { host }: Shell,
  given: string | undefined,
): Promise<{ folder: string; items: readonly EvalItem[] }> {
  const fs = host.fileSystem({ tempPrefix: ".mortise-" });
  const own = host.dataFolder === undefined ? undefined : joinPath(host.dataFolder, "eval/data");
  const wanted = given ?? own;
  if (wanted === undefined) throw new CliError("bad_argument", "no data came along with this build; pass --data DIR");
  const folder = await realFolder(fs, host.cwd(), wanted, "--data");
  const items: EvalItem[] = [];
  for (const { name } of await fs.readdir(folder)) {
    const category = categoryOf(name);
    if (category === null) continue;
    const answers = await textOf(fs, joinPath(folder, "possible_answer", name));
    const read = readItems(category, (await textOf(fs, joinPath(folder, name))) ?? "", answers ?? "");
    if (read.kind === "bad") {
      throw new CliError(
        "bad_json",
        `"${joinPath(folder, name)}", line ${read.line}: ${read.message}; correct or remove it`,
      );
    }
    items.push(...read.items);
  }
  if (items.length === 0) {
    throw new CliError("not_found", `"${folder}" has no items; they are in files such as BFCL_v4_simple_python.json`);
  }
  return { folder, items };
}

/** What a model wrote, by the id of the item. */
export async function loadAnswers({ host }: Shell, given: string): Promise<ReadonlyMap<string, string>> {
  const path = absolutePath(host.cwd(), given);
  const text = await textOf(host.fileSystem({ tempPrefix: ".mortise-" }), path);
  if (text === null) throw new CliError("not_found", `--answers "${path}" does not exist`);
  const answers = new Map<string, string>();
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const answer = answerOf(line);
    if (answer === null)
      throw new CliError("bad_json", `--answers "${path}", line ${at + 1}: no {"id": ..., "text": ...}`);
    answers.set(answer.id, answer.text);
  }
  return answers;
}

function answerOf(line: string): { id: string; text: string } | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value.text !== "string") return null;
    return { id: String(value.id), text: value.text };
  } catch {
    return null;
  }
}

/** Null when there is no such file. */
async function textOf(fs: FileSystem, path: string): Promise<string | null> {
  try {
    const decoded = decodeText(await fs.readFile(path));
    if (decoded.kind === "text") return decoded.text;
  } catch (error) {
    if (isFileSystemError(error, "ENOENT") || isFileSystemError(error, "ENOTDIR")) return null;
    throw error;
  }
  throw new CliError("bad_argument", `"${path}" is not UTF-8 text`);
}
