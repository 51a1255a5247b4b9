import { CHECKER_PROCESSES } from "../../adapters/checker-process/registry.ts";
import { systemClock } from "../../adapters/clock/system.ts";
import { createMemoryFileSystem } from "../../adapters/fs/memfs.ts";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { type CheckerTools, type Diagnosis, diagnose } from "../../runtime/diagnostics/mod.ts";
import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { CheckerProcesses, HostCheckers } from "../../runtime/ports/mod.ts";
import { createSyntaxService } from "../../runtime/tools/mod.ts";
import { hostName } from "../adapters/host.ts";

export const ROOT = "/work/project";

const files = createFileGrammars();
/** The parsers and nothing else. */
const bareGrammars = { parser: files.parser, grammar: files.grammar };
const fullSyntax = createSyntaxService(files);

let opened: Promise<CheckerProcesses> | undefined;

/** The adapter for this runtime; one for all, for it asks each program once what it is. */
export function processesHere(): Promise<CheckerProcesses> {
  opened ??= openProcesses();
  return opened;
}

async function openProcesses(): Promise<CheckerProcesses> {
  for (const { hosts, load } of CHECKER_PROCESSES) {
    const names: readonly string[] = hosts;
    if (names.includes(hostName)) return load();
  }
  throw new Error(`no adapter runs checkers on ${hostName}`);
}

export interface ToolOptions {
  readonly processes?: CheckerProcesses;
  readonly typescript?: HostCheckers["typescript"];
  readonly grammars?: "all" | "parsers" | "none";
  readonly setting?: "off" | "syntax" | "project";
  readonly config?: Readonly<Record<string, string>>;
}

/** Everything a checker may use, over a tree in memory with these files of configuration. */
export async function checkerTools(options: ToolOptions = {}): Promise<CheckerTools> {
  const { processes, grammars = "all", setting = "off", config = {} } = options;
  const fs = createMemoryFileSystem({ hash: nobleHash });
  for (const [path, text] of Object.entries(config)) {
    const absolute = joinPath(ROOT, path);
    await fs.mkdir(parentOf(absolute), { recursive: true });
    await fs.writeFile(absolute, new TextEncoder().encode(text));
  }
  const none: CheckerProcesses = { run: async () => ({ kind: "missing" }) };
  const noProjects: HostCheckers["typescript"] = { check: async () => null };
  const { typescript = noProjects } = options;
  return {
    fs,
    grammars: grammars === "none" ? null : grammars === "all" ? files : bareGrammars,
    checkers: { processes: processes ?? none, typescript },
    syntax: grammars === "none" ? createSyntaxService(null) : fullSyntax,
    settings: { typescript: setting },
  };
}

export interface Pair {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export function diagnosePair(
  { file, before, after }: Pair,
  tools: CheckerTools,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal; readonly bothSides?: boolean } = {},
): Promise<Diagnosis> {
  const { timeoutMs = 60_000, signal = new AbortController().signal, bothSides = false } = options;
  const subject = { path: joinPath(ROOT, file), root: ROOT, before, after };
  return diagnose(subject, tools, { clock: systemClock, timeoutMs, signal, bothSides });
}

/** Tools with which exactly this checker is the first that can be had. */
export async function toolsFor(checker: string): Promise<CheckerTools> {
  if (checker === "bash -n" || checker === "node --check") return checkerTools({ processes: await processesHere() });
  if (checker === "python-grammar") return checkerTools({ grammars: "parsers" });
  if (checker === "typescript-syntax") return checkerTools({ setting: "syntax" });
  return checkerTools();
}
