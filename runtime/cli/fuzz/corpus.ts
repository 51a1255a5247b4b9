import { isFileSystemError } from "../../errors.ts";
import { absolutePath, joinPath } from "../../paths.ts";
import type { FileSystem, PropertyFailure, PropertyRunner } from "../../ports/mod.ts";
import { decodeText } from "../../text/mod.ts";
import { CliError } from "../cli-error.ts";
import type { Shell } from "../shell.ts";

/** A folder of saved failing cases, one file for each property, `<id>.json`. */
export class Corpus {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #runner: PropertyRunner;

  /** @param folder As given on the command line; it need not exist. */
  constructor({ host }: Shell, folder: string, runner: PropertyRunner) {
    this.#files = host.fileSystem({ tempPrefix: ".mortise-" });
    this.#folder = absolutePath(host.cwd(), folder);
    this.#runner = runner;
  }

  async read(id: string): Promise<readonly unknown[]> {
    const text = await this.#text(id);
    return text === null ? [] : this.#understood(id, () => this.#runner.readSaved(id, text));
  }

  /** @returns The path of the file the case is in. */
  async save(id: string, failure: PropertyFailure): Promise<string> {
    const text = await this.#text(id);
    const file = this.#understood(id, () => this.#runner.addSaved(id, text, failure));
    await this.#files.mkdir(this.#folder, { recursive: true });
    await this.#files.writeFile(this.#path(id), new TextEncoder().encode(file));
    return this.#path(id);
  }

  #path(id: string): string {
    return joinPath(this.#folder, `${id}.json`);
  }

  async #text(id: string): Promise<string | null> {
    try {
      const decoded = decodeText(await this.#files.readFile(this.#path(id)));
      if (decoded.kind === "text") return decoded.text;
    } catch (error) {
      if (isFileSystemError(error, "ENOENT") || isFileSystemError(error, "ENOTDIR")) return null;
      throw error;
    }
    throw new CliError("bad_argument", `"${this.#path(id)}" is not UTF-8 text`);
  }

  /** A file that somebody broke is told by its path; the cases in it are never passed over in silence. */
  #understood<T>(id: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CliError("bad_argument", `"${this.#path(id)}" cannot be used: ${why}; correct or remove it`, {
        cause: error,
      });
    }
  }
}
