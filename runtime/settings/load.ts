import { nearestName } from "./nearest-name.ts";
import {
  CODING_SETTINGS,
  type CodingKey,
  ENVIRONMENT_PREFIX,
  OTHER_VARIABLES,
  type SettingDeclaration,
  type SettingPlaces,
} from "./schema.ts";
import type { Settings } from "./types.ts";

export interface SettingSources {
  /** Absolute; see `homeFolder`. */
  readonly home: string;
  readonly cwd: string;
  env(name: string): string | undefined;
  /** Names of the variables that start with MORTISE_. */
  readonly envNames: readonly string[];
  /** `settings.json`: its absolute path, and its text or what kept it from being read; `null` when there is none. */
  readonly file: SettingsFile | null;
  /** Given on the command line, under the setting's key. */
  readonly flags?: { readonly [Key in CodingKey]?: string };
}

export type SettingsFile = { readonly path: string } & ({ readonly text: string } | { readonly unreadable: string });

export interface LoadedSettings {
  readonly settings: Settings;
  /** Sentences for stderr: what was ignored and what holds instead. */
  readonly warnings: readonly string[];
}

/** Weighs flag over environment over file over default. What cannot be used is left out with a warning; nothing throws. */
export function loadSettings(sources: SettingSources): LoadedSettings {
  const warnings: string[] = [];
  const fileValues = codingSection(sources.file, warnings);
  warnAboutUnknownVariables(sources.envNames, warnings);
  const settled = <Key extends CodingKey>(key: Key) =>
    settle<Settings["coding"][Key]>(key, CODING_SETTINGS[key], sources, fileValues, warnings);
  const coding = {
    read_before_edit: settled("read_before_edit"),
    read_gate: settled("read_gate"),
    edit_max_content_lines: settled("edit_max_content_lines"),
    edit_max_needle_lines: settled("edit_max_needle_lines"),
    checkpoint_dir: settled("checkpoint_dir"),
    checkpoint_retention_days: settled("checkpoint_retention_days"),
    checkpoint_max_blob_bytes: settled("checkpoint_max_blob_bytes"),
    checkpoint_max_store_bytes: settled("checkpoint_max_store_bytes"),
    durability: settled("durability"),
    turn_idle_seconds: settled("turn_idle_seconds"),
    post_edit_diagnostics: settled("post_edit_diagnostics"),
    diagnostics_timeout: settled("diagnostics_timeout"),
    typescript_diagnostics: settled("typescript_diagnostics"),
  };
  return { settings: { coding }, warnings };
}

interface Candidate {
  readonly raw: unknown;
  /** How a warning names it. */
  readonly source: string;
  readonly places: SettingPlaces;
}

/** The first usable value by rank; a warning for each unusable one above it. */
function settle<Value extends string | number>(
  key: CodingKey,
  setting: SettingDeclaration<Value>,
  sources: SettingSources,
  fileValues: Record<string, unknown>,
  warnings: string[],
): Value {
  const refused: string[] = [];
  let holds = setting.fallback(sources.home);
  let from = "the default";
  for (const candidate of candidatesOf(key, setting.environment, sources, fileValues)) {
    const parsed = setting.parse(candidate.raw, candidate.places);
    if (parsed.kind === "ok") {
      holds = parsed.value;
      from = candidate.source;
      break;
    }
    refused.push(`${candidate.source}: ${JSON.stringify(candidate.raw)} is not ${parsed.expected}`);
  }
  for (const sentence of refused) warnings.push(`${sentence}; ${String(holds)} holds (${from})`);
  return holds;
}

function candidatesOf(
  key: CodingKey,
  variable: string,
  sources: SettingSources,
  fileValues: Record<string, unknown>,
): Candidate[] {
  const candidates: Candidate[] = [];
  const userHome = sources.env("HOME");
  const here = { base: sources.cwd, userHome };
  const flag = sources.flags?.[key];
  if (flag !== undefined) candidates.push({ raw: flag, source: `flag for coding.${key}`, places: here });
  // An empty variable is the shell's way of not setting one.
  const text = sources.env(variable);
  if (text) candidates.push({ raw: text, source: variable, places: here });
  if (sources.file && Object.hasOwn(fileValues, key)) {
    const source = `coding.${key} in ${sources.file.path}`;
    candidates.push({ raw: fileValues[key], source, places: { base: sources.home, userHome } });
  }
  return candidates;
}

function codingSection(file: SettingsFile | null, warnings: string[]): Record<string, unknown> {
  if (file === null) return {};
  const ignored = (why: string) => {
    warnings.push(`${file.path} ${why}; nothing in it holds`);
    return {};
  };
  if ("unreadable" in file) return ignored(file.unreadable);
  let parsed: unknown;
  try {
    // Some editors begin a file with a byte order mark, which JSON does not allow.
    parsed = JSON.parse(file.text.startsWith("\uFEFF") ? file.text.slice(1) : file.text);
  } catch (error) {
    return ignored(`is not valid JSON (${error instanceof Error ? error.message : "unknown fault"})`);
  }
  if (!isObject(parsed)) return ignored("does not hold a JSON object");
  for (const section of Object.keys(parsed)) {
    if (section !== "coding")
      warnings.push(`${file.path}: unknown section ${quoteWithHint(section, ["coding"])} is ignored`);
  }
  const coding = Object.hasOwn(parsed, "coding") ? parsed.coding : {};
  if (!isObject(coding)) return ignored('has a section "coding" that is no object');
  const known = Object.keys(CODING_SETTINGS);
  for (const key of Object.keys(coding)) {
    if (!known.includes(key))
      warnings.push(`${file.path}: unknown key ${quoteWithHint(key, known, "coding.")} is ignored`);
  }
  return coding;
}

function warnAboutUnknownVariables(names: readonly string[], warnings: string[]): void {
  const known = [
    ...Object.values(CODING_SETTINGS).map((setting) => setting.environment),
    ...Object.keys(OTHER_VARIABLES),
  ];
  for (const name of names) {
    if (!name.startsWith(ENVIRONMENT_PREFIX) || known.includes(name)) continue;
    warnings.push(`unknown environment variable ${quoteWithHint(name, known)} is ignored`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quoteWithHint(name: string, known: readonly string[], prefix = ""): string {
  const near = nearestName(name, known);
  return `${JSON.stringify(prefix + name)}${near === null ? "" : ` (did you mean ${JSON.stringify(prefix + near)}?)`}`;
}
