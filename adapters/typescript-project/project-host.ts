import { dirname } from "node:path";
import ts from "typescript";

/** One project as the disk has it, with the text of a single file put in its place for as long as it is asked about. */
export class ProjectHost implements ts.LanguageServiceHost {
  readonly #config: string;
  #parsed: ts.ParsedCommandLine;
  #configVersion: string;
  #placed: { path: string; text: string; version: number } | null = null;
  #versions = 0;

  constructor(config: string) {
    this.#config = config;
    this.#configVersion = versionOf(config);
    this.#parsed = parseConfig(config);
  }

  /** Looks at the project file again when it changed. */
  refresh(): void {
    const version = versionOf(this.#config);
    if (version === this.#configVersion) return;
    this.#configVersion = version;
    this.#parsed = parseConfig(this.#config);
  }

  /** Whether the project names the file itself. Files that came since are looked for once more. */
  includes(path: string): boolean {
    if (this.#parsed.fileNames.includes(path)) return true;
    this.#parsed = parseConfig(this.#config);
    return this.#parsed.fileNames.includes(path);
  }

  put(path: string, text: string): void {
    if (this.#placed?.path === path && this.#placed.text === text) return;
    this.#versions += 1;
    this.#placed = { path, text, version: this.#versions };
  }

  /** The text stays the service's last one, so that a next question about it is warm; another file takes its place. */
  release(path: string): void {
    if (this.#placed?.path === path && ts.sys.readFile(path) !== this.#placed.text) this.#placed = null;
  }

  getCompilationSettings(): ts.CompilerOptions {
    return { ...this.#parsed.options, noEmit: true, incremental: false, composite: false, tsBuildInfoFile: undefined };
  }

  getScriptFileNames(): string[] {
    return this.#parsed.fileNames;
  }

  getScriptVersion(path: string): string {
    return this.#placed?.path === path ? `placed ${this.#placed.version}` : versionOf(path);
  }

  getScriptSnapshot(path: string): ts.IScriptSnapshot | undefined {
    const text = this.#placed?.path === path ? this.#placed.text : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  }

  getCurrentDirectory(): string {
    return dirname(this.#config);
  }

  getDefaultLibFileName(options: ts.CompilerOptions): string {
    return ts.getDefaultLibFilePath(options);
  }

  fileExists(path: string): boolean {
    return ts.sys.fileExists(path);
  }

  readFile(path: string): string | undefined {
    return ts.sys.readFile(path);
  }

  readDirectory(...args: Parameters<typeof ts.sys.readDirectory>): string[] {
    return ts.sys.readDirectory(...args);
  }

  directoryExists(path: string): boolean {
    return ts.sys.directoryExists(path);
  }

  getDirectories(path: string): string[] {
    return ts.sys.getDirectories(path);
  }
}

function versionOf(path: string): string {
  const time = ts.sys.getModifiedTime?.(path)?.getTime() ?? 0;
  return `${time} ${ts.sys.getFileSize?.(path) ?? 0}`;
}

function parseConfig(config: string): ts.ParsedCommandLine {
  const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, " "));
  return ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
}
