import { Random } from "./random.ts";

/** What the file looks like. `code`: like program text; the others repeat themselves and are hard on a search. */
export const PROFILES = ["code", "equal", "blocks", "alternating"] as const;
export type Profile = (typeof PROFILES)[number];

export interface Workload {
  readonly name: string;
  readonly profile: Profile;
  readonly lines: number;
  readonly needleLines: number;
  readonly distortion: Distortion;
  readonly content: string;
  readonly oldText: string;
  /** Lines from 1 of the block the needle was made from; absent when it was made from nothing in the file. */
  readonly block: readonly [number, number] | undefined;
  /** The strategy that must find the block; `undefined` where nothing may be found. */
  readonly strategy: string | undefined;
}

export interface WorkloadShape {
  readonly profile: Profile;
  readonly lines: number;
  readonly needleLines: number;
  readonly distortion: Distortion;
}

type Change = (block: readonly string[], random: Random) => string;

const isBlank = (line: string): boolean => line.trim() === "";
const perLine =
  (change: (line: string, at: number, random: Random) => string): Change =>
  (block, random) =>
    block.map((line, at) => (isBlank(line) ? line : change(line, at, random))).join("\n");

/** How a needle goes wrong, and who is there for it. */
const DISTORTIONS = {
  exact: { strategy: "exact", change: (block) => block.join("\n") },
  shifted: { strategy: "indentation_flexible", change: perLine((line) => `      ${line}`) },
  trailing: { strategy: "indentation_flexible", change: perLine((line, at) => (at % 3 === 0 ? `${line}  ` : line)) },
  ragged: {
    strategy: "line_trimmed",
    change: perLine((line, at, random) => " ".repeat(at === 0 ? 5 : random.below(9)) + line.trim()),
  },
  realigned: { strategy: "whitespace_normalized", change: perLine((line) => line.replace(/(\S) (?=\S)/g, "$1  ")) },
  escaped: {
    strategy: "escape_normalized",
    change: (block) => block.map((line) => line.replaceAll('"', '\\"')).join("\\n"),
  },
  numbered: {
    strategy: "line_number_stripped",
    change: (block) => block.map((line, at) => `${String(at + 17).padStart(6)}|${line}`).join("\n"),
  },
  curly: {
    strategy: "typographic_normalized",
    change: perLine((line) => line.replace(/"([^"]*)"/g, "\u201c$1\u201d")),
  },
  hollow: {
    strategy: "block_anchor",
    change: (block) =>
      block
        .map((line, at) => (at === 0 || at === block.length - 1 ? line : line.replace(/[a-z]{3,}/, "zqzq")))
        .join("\n"),
  },
  mistyped: {
    strategy: undefined,
    change: perLine((line, at, random) => (at === 0 || random.below(5) === 0 ? `${line} zq${random.below(9)}` : line)),
  },
  foreign: { strategy: undefined, change: (block) => sourceLines(block.length, new Random(99), "zq").join("\n") },
} as const satisfies Readonly<Record<string, { strategy: string | undefined; change: Change }>>;

export type Distortion = keyof typeof DISTORTIONS;
export const DISTORTION_NAMES = Object.keys(DISTORTIONS).filter((name): name is Distortion => name in DISTORTIONS);

let lastFile: { key: string; lines: readonly string[]; content: string } | undefined;

export function makeWorkload({ profile, lines, needleLines, distortion }: WorkloadShape): Workload {
  const key = `${profile} ${lines}`;
  if (lastFile?.key !== key) {
    const text = fileLines(profile, lines);
    lastFile = { key, lines: text, content: `${text.join("\n")}\n` };
  }
  const file = lastFile;
  const [first, last] = blockRange(file.lines, profile, needleLines);
  const { strategy, change } = DISTORTIONS[distortion];
  const block = file.lines.slice(first, last + 1);
  const oldText = change(block, new Random(lines + needleLines));
  return {
    name: `${profile} ${lines} x ${needleLines} ${distortion}`,
    profile,
    lines,
    needleLines,
    distortion,
    content: file.content,
    oldText,
    block: distortion === "foreign" ? undefined : [first + 1, last + 1],
    // A block may have nothing that the distortion would change.
    strategy: oldText === block.join("\n") ? "exact" : strategy,
  };
}

/** A block three quarters into the file that begins with a declaration and ends with a line found nowhere near. */
function blockRange(lines: readonly string[], profile: Profile, height: number): [number, number] {
  if (profile === "equal" || profile === "alternating") {
    const odd = lines.findIndex((line) => line.includes("-="));
    return [Math.max(0, odd + 1 - height), odd];
  }
  let first = Math.min(Math.floor(lines.length * 0.73), lines.length - height);
  while (first > 0 && !(lines[first] ?? "").startsWith("export ")) first--;
  let last = Math.min(first + height, lines.length) - 1;
  while (last > first + 2 && !(lines[last] ?? "").includes("(")) last--;
  return [first, last];
}

function fileLines(profile: Profile, count: number): string[] {
  switch (profile) {
    case "code":
      return sourceLines(count, new Random(count));
    case "blocks": {
      const height = Math.min(400, count >> 3);
      const block = ["export function block() {", ...sourceLines(height - 2, new Random(7)).map((line) => `  ${line}`)];
      return Array.from({ length: count }, (_, at) =>
        at % height === height - 1 ? `  finish(${Math.floor(at / height)});` : (block[at % height] ?? ""),
      );
    }
    default: {
      const odd = Math.floor(count * 0.73);
      const other = profile === "equal" ? "    total += step(total);" : "    flush(total);";
      return Array.from({ length: count }, (_, at) =>
        at === odd ? "    total -= step(total);" : at % 2 === 0 ? "    total += step(total);" : other,
      );
    }
  }
}

const NOUNS =
  "user token buffer stream request option result index tree path entry schema cursor task timer cache block frame client route parser line span turn".split(
    " ",
  );
const VERBS =
  "get set load save read open close parse build find match apply merge split send start reset drain fold sort encode resolve update insert".split(
    " ",
  );
const COMMON = [
  "}",
  "}",
  "}",
  "",
  "",
  "return result;",
  "} else {",
  "});",
  "continue;",
  "return null;",
  "} catch (error) {",
];

/** Lines of made-up code, about 37 characters each; a third of them are found all over the file. */
function sourceLines(count: number, random: Random, prefix = ""): string[] {
  const noun = (): string => prefix + (NOUNS[random.below(NOUNS.length)] ?? "");
  const verb = (): string => prefix + (VERBS[random.below(VERBS.length)] ?? "");
  const call = (): string => `${verb()}_${noun()}`;
  const lines: string[] = [];
  for (let id = 0; lines.length < count; id++) {
    lines.push(`export function ${call()}_${id.toString(36)}(${noun()}, ${noun()} = ${random.below(100)}) {`);
    let depth = 1;
    for (let left = 4 + random.below(24); left > 0; left--) {
      const line =
        random.next() < 0.36 ? (COMMON[random.below(COMMON.length)] ?? "") : statement(random, noun, verb, call);
      if (line.startsWith("}") && depth > 1) depth--;
      lines.push(line === "" ? "" : "  ".repeat(depth) + line);
      if (line.endsWith("{") && depth < 5) depth++;
    }
    lines.push("}", "");
  }
  return lines.slice(0, count);
}

function statement(random: Random, noun: () => string, verb: () => string, call: () => string): string {
  switch (random.below(5)) {
    case 0:
      return `const ${noun()} = ${call()}(${noun()}.${noun()}, "${noun()} ${noun()}");`;
    case 1:
      return `if (${noun()}.${noun()} === ${noun()} && "${noun()}" in ${noun()}) {`;
    case 2:
      return `await this.${noun()}.${call()}(${noun()});`;
    case 3:
      return `// ${verb()} the ${noun()} before the ${noun()} is gone`;
    default:
      return `${noun()}[${noun()}] = ${noun()} + ${random.below(1000)};`;
  }
}
