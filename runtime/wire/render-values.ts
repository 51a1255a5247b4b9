import type { JsonValue, PlainCall, Rendered } from "./types.ts";

/** JSON as chat templates write it: a space behind separators. */
export function renderJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(renderJson).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${renderJson(item)}`);
  return `{${pairs.join(", ")}}`;
}

/** A value where text stands bare: texts as they are, anything else as JSON. */
export function renderBare(value: JsonValue): string {
  return typeof value === "string" ? value : renderJson(value);
}

/** Python's literals, texts in single quotes and escaped. */
export function renderPython(value: JsonValue): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return JSON.stringify(value);
  if (typeof value === "string") return pythonText(value);
  if (Array.isArray(value)) return `[${value.map(renderPython).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${pythonText(key)}: ${renderPython(item)}`)
    .join(", ")}}`;
}

function pythonText(text: string): string {
  let escaped = "";
  for (const char of text) {
    const named = PYTHON_NAMES[char];
    if (named !== undefined) escaped += named;
    else if (char < " " || char === "\x7f") escaped += `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
    else escaped += char;
  }
  return `'${escaped}'`;
}

const PYTHON_NAMES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Names stand bare in most formats; one with other characters cannot be written there. */
export function refusedName(calls: readonly PlainCall[]): Rendered | null {
  const bad = calls.flatMap((call) => [call.name]).find((name) => !/^[\w.$-]+$/.test(name));
  if (bad === undefined) return null;
  return refusedRendering(`the tool name ${JSON.stringify(bad)} cannot be written without quotes`);
}

export function refusedRendering(message: string): Rendered {
  return { kind: "refused", error: "malformed", message };
}
