import { describe, expect, test } from "vitest";
import { createMemoryFileSystem } from "../../adapters/fs/memfs.ts";
import { nobleHash } from "../../adapters/hash/noble.ts";
import {
  describeSettings,
  homeFolder,
  loadSettings,
  readSettingsFile,
  type SettingSources,
} from "../../runtime/settings/mod.ts";

const HOME = "/home/u/.local/state/mortise";
const FILE = `${HOME}/settings.json`;

const DEFAULTS = {
  read_before_edit: "warn",
  read_gate: "auto",
  edit_max_content_lines: 2_000_000,
  edit_max_needle_lines: 200_000,
  checkpoint_dir: `${HOME}/checkpoints`,
  checkpoint_retention_days: 14,
  checkpoint_max_blob_bytes: 8_388_608,
  checkpoint_max_store_bytes: 2_147_483_648,
  durability: "full",
  turn_idle_seconds: 180,
  post_edit_diagnostics: "on",
  diagnostics_timeout: 5,
  typescript_diagnostics: "off",
};

function load(given: { env?: Record<string, string>; file?: unknown; text?: string; flags?: SettingSources["flags"] }) {
  const env: Record<string, string> = { HOME: "/home/u", ...given.env };
  const text = given.text ?? (given.file === undefined ? undefined : JSON.stringify(given.file));
  const { settings, warnings } = loadSettings({
    home: HOME,
    cwd: "/work",
    env: (name) => env[name],
    envNames: Object.keys(env).filter((name) => name.startsWith("MORTISE_")),
    file: text === undefined ? null : { path: FILE, text },
    flags: given.flags ?? {},
  });
  return { coding: settings.coding, warnings };
}

describe("settings", () => {
  test("without any source the defaults hold", () => {
    expect(load({})).toEqual({ coding: DEFAULTS, warnings: [] });
  });

  test("flag over environment over file over default", () => {
    const file = { coding: { checkpoint_dir: "/from/file", read_before_edit: "off", edit_max_needle_lines: 7 } };
    const env = { MORTISE_CHECKPOINT_DIR: "/from/env", MORTISE_READ_BEFORE_EDIT: "enforce" };
    const flags = { checkpoint_dir: "/from/flag" };
    const fromFile = { checkpoint_dir: "/from/file", read_before_edit: "off", edit_max_needle_lines: 7 };
    const fromEnv = { ...fromFile, checkpoint_dir: "/from/env", read_before_edit: "enforce" };
    expect(load({ file })).toEqual({ coding: { ...DEFAULTS, ...fromFile }, warnings: [] });
    expect(load({ file, env })).toEqual({ coding: { ...DEFAULTS, ...fromEnv }, warnings: [] });
    expect(load({ file, env, flags })).toEqual({
      coding: { ...DEFAULTS, ...fromEnv, checkpoint_dir: "/from/flag" },
      warnings: [],
    });
  });

  test("every key is read from its variable and from the file, as a number or as digits", () => {
    const values = {
      read_before_edit: "off",
      read_gate: "session",
      edit_max_content_lines: 11,
      edit_max_needle_lines: 12,
      checkpoint_dir: "/store",
      checkpoint_retention_days: 13,
      checkpoint_max_blob_bytes: 0,
      checkpoint_max_store_bytes: 7,
      durability: "normal",
      turn_idle_seconds: 5,
      post_edit_diagnostics: "off",
      diagnostics_timeout: 2.5,
      typescript_diagnostics: "project",
    };
    const env = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [`MORTISE_${key.toUpperCase()}`, String(value)]),
    );
    const asText = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
    for (const sources of [{ env }, { file: { coding: values } }, { file: { coding: asText } }]) {
      expect(load(sources)).toEqual({ coding: values, warnings: [] });
    }
  });

  test("a word of a list may be written in capitals and with spaces around it", () => {
    const env = { MORTISE_READ_BEFORE_EDIT: " ENFORCE " };
    expect(load({ env })).toEqual({
      coding: { ...DEFAULTS, read_before_edit: "enforce" },
      warnings: [],
    });
  });

  test("a switch takes the words that other programs have for it, and a time below the least is the least", () => {
    for (const [word, value] of [
      ["0", "off"],
      ["False", "off"],
      [" no ", "off"],
      ["1", "on"],
      ["yes", "on"],
    ] as const) {
      expect([word, load({ env: { MORTISE_POST_EDIT_DIAGNOSTICS: word } }).coding.post_edit_diagnostics]).toEqual([
        word,
        value,
      ]);
    }
    expect(load({ file: { coding: { post_edit_diagnostics: false } } }).coding.post_edit_diagnostics).toBe("off");
    for (const [seconds, holds] of [
      ["0", 0.5],
      ["0.1", 0.5],
      ["30", 30],
    ] as const) {
      expect(load({ env: { MORTISE_DIAGNOSTICS_TIMEOUT: seconds } }).coding.diagnostics_timeout).toBe(holds);
    }
    const bad = load({ env: { MORTISE_DIAGNOSTICS_TIMEOUT: "soon", MORTISE_POST_EDIT_DIAGNOSTICS: "maybe" } });
    expect([bad.coding, bad.warnings.length]).toEqual([DEFAULTS, 2]);
  });

  test("a bad value is left out with a warning that says what holds and where that came from", () => {
    expect(
      load({ env: { MORTISE_READ_BEFORE_EDIT: "always" }, file: { coding: { read_before_edit: "enforce" } } }),
    ).toEqual({
      coding: { ...DEFAULTS, read_before_edit: "enforce" },
      warnings: [
        `MORTISE_READ_BEFORE_EDIT: "always" is not one of off, warn, enforce; enforce holds (coding.read_before_edit in ${FILE})`,
      ],
    });
    const bad = ["-1", "1.5", "1e3", "0x10", "ten", " 5", "99999999999999999999"];
    for (const text of bad) {
      expect(load({ env: { MORTISE_EDIT_MAX_NEEDLE_LINES: text } })).toEqual({
        coding: DEFAULTS,
        warnings: [
          `MORTISE_EDIT_MAX_NEEDLE_LINES: ${JSON.stringify(text)} is not a whole number from 1; 200000 holds (the default)`,
        ],
      });
    }
    for (const value of [null, true, [], {}, 0, -3, 2.5, "x"]) {
      const { coding, warnings } = load({ file: { coding: { edit_max_content_lines: value } } });
      expect(coding).toEqual(DEFAULTS);
      expect(warnings).toEqual([
        `coding.edit_max_content_lines in ${FILE}: ${JSON.stringify(value)} is not a whole number from 1; 2000000 holds (the default)`,
      ]);
    }
  });

  test("unknown keys, sections and variables are named, with the nearest known name", () => {
    const file = { coding: { read_before_edits: "off", zzz: 1 }, codng: {} };
    expect(load({ file, env: { MORTISE_READ_BEFOR_EDIT: "off", MORTISE_HOME: "/h", MORTISE_TOKEN: "t" } })).toEqual({
      coding: DEFAULTS,
      warnings: [
        `${FILE}: unknown section "codng" (did you mean "coding"?) is ignored`,
        `${FILE}: unknown key "coding.read_before_edits" (did you mean "coding.read_before_edit"?) is ignored`,
        `${FILE}: unknown key "coding.zzz" is ignored`,
        'unknown environment variable "MORTISE_READ_BEFOR_EDIT" (did you mean "MORTISE_READ_BEFORE_EDIT"?) is ignored',
      ],
    });
  });

  test("a damaged file is named and nothing in it holds", () => {
    for (const [text, why] of [
      ["{", "is not valid JSON"],
      ["[]", "does not hold a JSON object"],
      ['{"coding": []}', 'has a section "coding" that is no object'],
    ] as const) {
      const { coding, warnings } = load({ text });
      expect(coding).toEqual(DEFAULTS);
      expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${FILE} ${why}.*; nothing in it holds$`))]);
    }
    expect(load({ text: '\ufeff{"coding":{"read_before_edit":"off"}}' })).toEqual({
      coding: { ...DEFAULTS, read_before_edit: "off" },
      warnings: [],
    });
  });

  test("an empty variable counts as not set", () => {
    expect(load({ env: { MORTISE_READ_BEFORE_EDIT: "", MORTISE_CHECKPOINT_DIR: "" } })).toEqual({
      coding: DEFAULTS,
      warnings: [],
    });
  });

  test("paths are relative to the current folder, or to the file they stand in", () => {
    expect(load({ flags: { checkpoint_dir: "../store" } }).coding.checkpoint_dir).toBe("/store");
    expect(load({ env: { MORTISE_CHECKPOINT_DIR: "./store/" } }).coding.checkpoint_dir).toBe("/work/store");
    expect(load({ file: { coding: { checkpoint_dir: "store" } } }).coding.checkpoint_dir).toBe(`${HOME}/store`);
    expect(load({ file: { coding: { checkpoint_dir: "~/store" } } }).coding.checkpoint_dir).toBe("/home/u/store");
    const homeless = load({ env: { HOME: "", MORTISE_CHECKPOINT_DIR: "~/store" } });
    expect(homeless.coding).toEqual(DEFAULTS);
    expect(homeless.warnings).toHaveLength(1);
  });

  test("the home folder is MORTISE_HOME, else the XDG state folder, else below HOME", () => {
    const home = (env: Record<string, string>) => homeFolder((name) => env[name], "/work");
    expect(home({ MORTISE_HOME: "/m", XDG_STATE_HOME: "/x", HOME: "/h" })).toEqual({ home: "/m", warnings: [] });
    expect(home({ MORTISE_HOME: "m", HOME: "/h" })).toEqual({ home: "/work/m", warnings: [] });
    expect(home({ XDG_STATE_HOME: "/x", HOME: "/h" })).toEqual({ home: "/x/mortise", warnings: [] });
    expect(home({ HOME: "/h" })).toEqual({ home: "/h/.local/state/mortise", warnings: [] });
    expect(home({ MORTISE_HOME: "", XDG_STATE_HOME: "", HOME: "/h" })).toEqual({
      home: "/h/.local/state/mortise",
      warnings: [],
    });
    expect(home({})).toEqual({ home: null, warnings: [] });
    expect(home({ XDG_STATE_HOME: "x", HOME: "/h" })).toEqual({
      home: "/h/.local/state/mortise",
      warnings: ['XDG_STATE_HOME="x" is not absolute and is ignored; home is /h/.local/state/mortise'],
    });
  });

  test("reading the file tells absence from trouble", async () => {
    const fs = createMemoryFileSystem({ hash: nobleHash });
    const put = (bytes: Uint8Array) => fs.writeFile("/home/settings.json", bytes);
    expect(await readSettingsFile(fs, "/home")).toBeNull();
    await fs.mkdir("/home");
    expect(await readSettingsFile(fs, "/home")).toBeNull();
    await put(new TextEncoder().encode("{}"));
    expect(await readSettingsFile(fs, "/home")).toEqual({ path: "/home/settings.json", text: "{}" });
    await put(new Uint8Array([0x7b, 0xff, 0x7d]));
    expect(await readSettingsFile(fs, "/home")).toEqual({
      path: "/home/settings.json",
      unreadable: "is not valid UTF-8",
    });
    await put(new Uint8Array(1024 * 1024 + 1));
    expect(await readSettingsFile(fs, "/home")).toMatchObject({ unreadable: "is larger than 1048576 bytes" });
    await fs.rm("/home/settings.json");
    await fs.mkdir("/home/settings.json");
    expect(await readSettingsFile(fs, "/home")).toEqual({ path: "/home/settings.json", unreadable: "is not a file" });
  });

  test("each setting is described once, under the variable that mirrors its key", () => {
    const described = describeSettings();
    expect(described.map((setting) => setting.key).sort()).toEqual(
      Object.keys(DEFAULTS)
        .map((key) => `coding.${key}`)
        .sort(),
    );
    for (const { key, environment, values, meaning, default: fallback } of described) {
      expect(environment).toBe(`MORTISE_${key.slice("coding.".length).toUpperCase()}`);
      expect([values, meaning, fallback].every((text) => text.length > 0)).toBe(true);
    }
  });
});
