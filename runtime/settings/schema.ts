import { DEFAULT_MAX_CONTENT_LINES, DEFAULT_MAX_NEEDLE_LINES } from "../edit/mod.ts";
import { absolutePath } from "../paths.ts";
import type { Settings } from "./types.ts";

/** Folders that a path may be relative to; absolute. */
export interface SettingPlaces {
  /** What a relative path of this source is relative to. */
  readonly base: string;
  /** The user's home folder, for a leading "~/". */
  readonly userHome: string | undefined;
}

export type ParsedSetting<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  | { readonly kind: "bad"; readonly expected: string };

/** One setting. `parse` takes text (flag, environment) or what JSON gives (file). */
export interface SettingDeclaration<Value> {
  readonly environment: string;
  readonly meaning: string;
  /** What may be written, for messages and documents. */
  readonly values: string;
  /** What holds when no source says anything. `home` is absolute. */
  fallback(home: string): Value;
  parse(raw: unknown, places: SettingPlaces): ParsedSetting<Value>;
}

export type CodingKey = keyof Settings["coding"];

/** The settings of the section `coding`: the only place where their names, defaults and meanings stand. */
export const CODING_SETTINGS: { readonly [Key in CodingKey]: SettingDeclaration<Settings["coding"][Key]> } = {
  read_before_edit: oneOf(["off", "warn", "enforce"], "warn", {
    environment: "MORTISE_READ_BEFORE_EDIT",
    meaning: "what happens when a session writes a file it has not read, or that changed since it read it",
  }),
  read_gate: oneOf(["auto", "turn", "session", "off"], "auto", {
    environment: "MORTISE_READ_GATE",
    meaning:
      "whether an edit needs a read of the file in the same turn or session; auto is turn for the built-in agent and off " +
      "for plain tool calls",
  }),
  edit_max_content_lines: wholeNumber(DEFAULT_MAX_CONTENT_LINES, 1, {
    environment: "MORTISE_EDIT_MAX_CONTENT_LINES",
    meaning: "files with more lines than this are matched exactly only",
  }),
  edit_max_needle_lines: wholeNumber(DEFAULT_MAX_NEEDLE_LINES, 1, {
    environment: "MORTISE_EDIT_MAX_NEEDLE_LINES",
    meaning: "an old_text with more lines than this is matched exactly only",
  }),
  checkpoint_dir: folder((home) => `${home}/checkpoints`, {
    environment: "MORTISE_CHECKPOINT_DIR",
    meaning: "folder of the checkpoint store",
    values: "a path",
  }),
  checkpoint_retention_days: wholeNumber(14, 1, {
    environment: "MORTISE_CHECKPOINT_RETENTION_DAYS",
    meaning: "days after which a checkpoint may be deleted",
  }),
  checkpoint_max_blob_bytes: wholeNumber(8 * 1024 * 1024, 0, {
    environment: "MORTISE_CHECKPOINT_MAX_BLOB_BYTES",
    meaning: "larger files are recorded but not stored, so a revert cannot bring them back",
  }),
  checkpoint_max_store_bytes: wholeNumber(2 * 1024 * 1024 * 1024, 0, {
    environment: "MORTISE_CHECKPOINT_MAX_STORE_BYTES",
    meaning:
      "above this size of the store the oldest turns are deleted, also before their days are over; 0 is no bound",
  }),
  durability: oneOf(["full", "normal"], "full", {
    environment: "MORTISE_DURABILITY",
    meaning: "full survives a power cut; normal skips every sync, and survives a killed process only",
  }),
  turn_idle_seconds: wholeNumber(180, 1, {
    environment: "MORTISE_TURN_IDLE_SECONDS",
    meaning: "after a pause longer than this, a client that names no turns begins a new one with its next call",
  }),
  post_edit_diagnostics: onOff("on", {
    environment: "MORTISE_POST_EDIT_DIAGNOSTICS",
    meaning: "whether a write reports what it broke, where a checker for the file is there",
  }),
  diagnostics_timeout: seconds(5, 0.5, {
    environment: "MORTISE_DIAGNOSTICS_TIMEOUT",
    meaning: "seconds a checker may take; after them nothing is reported",
  }),
  typescript_diagnostics: oneOf(["off", "syntax", "project"], "off", {
    environment: "MORTISE_TYPESCRIPT_DIAGNOSTICS",
    meaning:
      "what is checked of TypeScript: nothing, whether a file parses, or its types within the project of the nearest " +
      "tsconfig.json",
  }),
};

/** Variables with our prefix that are no settings. */
export const OTHER_VARIABLES = {
  MORTISE_HOME: "folder of settings, tokens and checkpoints; default $XDG_STATE_HOME/mortise or ~/.local/state/mortise",
  MORTISE_TOKEN: "bearer token of the server, instead of one made at each start",
} as const;

export const ENVIRONMENT_PREFIX = "MORTISE_";

export interface SettingDescription {
  readonly key: string;
  readonly environment: string;
  readonly values: string;
  readonly default: string;
  readonly meaning: string;
}

/** Every setting in words, for documents and tests. */
export function describeSettings(): readonly SettingDescription[] {
  return Object.entries(CODING_SETTINGS).map(([key, setting]) => ({
    key: `coding.${key}`,
    environment: setting.environment,
    values: setting.values,
    default: String(setting.fallback("<home>")),
    meaning: setting.meaning,
  }));
}

interface Naming {
  readonly environment: string;
  readonly meaning: string;
}

function oneOf<const Value extends string>(
  values: readonly Value[],
  fallback: NoInfer<Value>,
  naming: Naming,
): SettingDeclaration<Value> {
  const expected = `one of ${values.join(", ")}`;
  return {
    ...naming,
    values: values.join(" | "),
    fallback: () => fallback,
    parse(raw) {
      const word = typeof raw === "string" ? raw.trim().toLowerCase() : raw;
      const value = values.find((candidate) => candidate === word);
      return value === undefined ? { kind: "bad", expected } : { kind: "ok", value };
    },
  };
}

function wholeNumber(fallback: number, minimum: number, naming: Naming): SettingDeclaration<number> {
  const expected = `a whole number from ${minimum}`;
  return {
    ...naming,
    values: expected,
    fallback: () => fallback,
    parse(raw) {
      const value = typeof raw === "string" && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
      const fits = typeof value === "number" && Number.isSafeInteger(value) && value >= minimum;
      return fits ? { kind: "ok", value } : { kind: "bad", expected };
    },
  };
}

/** Also takes the words that other programs have for yes and no. */
function onOff(fallback: "on" | "off", naming: Naming): SettingDeclaration<"on" | "off"> {
  const words: Readonly<Record<string, "on" | "off">> = {
    on: "on",
    "1": "on",
    true: "on",
    yes: "on",
    off: "off",
    "0": "off",
    false: "off",
    no: "off",
  };
  return {
    ...naming,
    values: "on | off",
    fallback: () => fallback,
    parse(raw) {
      const word = typeof raw === "string" || typeof raw === "boolean" || raw === 0 || raw === 1 ? String(raw) : "";
      const key = word.trim().toLowerCase();
      const value = Object.hasOwn(words, key) ? words[key] : undefined;
      return value === undefined ? { kind: "bad", expected: "one of on, off" } : { kind: "ok", value };
    },
  };
}

/** Fractions are allowed; less than the least is taken as the least. */
function seconds(fallback: number, least: number, naming: Naming): SettingDeclaration<number> {
  const expected = `a number of seconds, at least ${least}`;
  return {
    ...naming,
    values: expected,
    fallback: () => fallback,
    parse(raw) {
      const value = typeof raw === "string" && /^\d{1,9}(?:\.\d{1,9})?$/.test(raw.trim()) ? Number(raw) : raw;
      const fits = typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= 86_400;
      return fits ? { kind: "ok", value: Math.max(least, value) } : { kind: "bad", expected };
    },
  };
}

function folder(
  fallback: (home: string) => string,
  naming: Naming & { readonly values: string },
): SettingDeclaration<string> {
  return {
    ...naming,
    fallback,
    parse(raw, { base, userHome }) {
      if (typeof raw !== "string" || raw === "" || raw.includes("\0")) return { kind: "bad", expected: "a path" };
      if (raw !== "~" && !raw.startsWith("~/")) return { kind: "ok", value: absolutePath(base, raw) };
      if (!userHome) return { kind: "bad", expected: `a path without "~", since HOME is not set` };
      return { kind: "ok", value: absolutePath(userHome, `.${raw.slice(1)}`) };
    },
  };
}
