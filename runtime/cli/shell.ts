import type { Host } from "../ports/mod.ts";

/** What a command works with: the host, and how it was asked to talk. Data goes to stdout, everything else to stderr. */
export interface Shell {
  readonly host: Host;
  readonly json: boolean;
  /** `--store`, as given. */
  readonly store: string | undefined;
  /** One JSON document, on one line. */
  printJson(document: object): Promise<void>;
  /** A line of data for people. */
  print(text: string): Promise<void>;
  /** A line beside the data, on stderr. */
  say(text: string): Promise<void>;
  readonly paint: Paint;
}

export type Colour = "red" | "green" | "yellow" | "bold";
export type Paint = (colour: Colour, text: string) => string;

export function createShell(host: Host, options: { json: boolean; store: string | undefined }): Shell {
  const coloured = host.stdout.isTerminal && !host.env("NO_COLOR") && host.env("TERM") !== "dumb";
  return {
    host,
    ...options,
    printJson: (document) => host.stdout.write(`${JSON.stringify(document)}\n`),
    print: (text) => host.stdout.write(`${text}\n`),
    say: (text) => host.stderr.write(`${text}\n`),
    paint: coloured ? (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m` : (_colour, text) => text,
  };
}

const CODES: Readonly<Record<Colour, number>> = { bold: 1, red: 31, green: 32, yellow: 33 };

/**
 * Text from files and models made safe to print: control characters (which could drive the terminal or forge a line) and
 * invisible direction marks become visible escapes.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** A thrown fault for stderr, with its stack when it has one. */
export function faultText(error: unknown): string {
  return printable(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Columns as wide as their widest cell, two spaces apart. The cells are made printable here. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, [...cell].length);
    });
  }
  const lines = cells.map((row) => row.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - [...cell].length)));
  return lines.map((line) => line.join("  ").trimEnd()).join("\n");
}
