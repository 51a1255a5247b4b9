import * as fc from "fast-check";
import type { MatchOptions } from "../../runtime/edit/mod.ts";

/** A file, a needle and what is asked of them. */
export interface EditCase {
  readonly content: string;
  readonly oldText: string;
  readonly options: MatchOptions;
}

const LONG = "x".repeat(60);

/** Few of each, so that equal and almost equal lines are frequent. */
const BODIES = [
  "a",
  "b",
  "a",
  "}",
  "{",
  "a b",
  "a  b",
  "b\ta",
  "",
  "",
  "x = 1",
  'say("a")',
  "f('b')",
  "...",
  "# rest unchanged",
  LONG,
];
const ODD_BODIES = [
  "a\u00a0b",
  "say(\u201ca\u201d)",
  "f(\u2018b\u2019)",
  "\\n",
  'say(\\"a\\")',
  "1: a",
  "\u2028",
  "a\fb",
  "\ufeffa",
  "\ud83d\ude00",
  "aaaa",
  "aa",
];
const INDENTS = ["", "", "  ", "    ", "\t", "\t\t", " ", "  \t", "\u00a0"];
const TRAILS = ["", "", "", " ", "\t", "\u00a0 "];
const ENDINGS = ["\n", "\r\n", "\r"];

const line = fc
  .tuple(
    fc.constantFrom(...INDENTS),
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...BODIES) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_BODIES) },
    ),
    fc.constantFrom(...TRAILS),
  )
  .map((parts) => parts.join(""));

/** Endings of a file: one kind, or a mixture. */
const endings = fc.oneof(
  { weight: 5, arbitrary: fc.constant(["\n"]) },
  { weight: 2, arbitrary: fc.constant(["\r\n"]) },
  { weight: 1, arbitrary: fc.constant(["\r"]) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...ENDINGS), { minLength: 2, maxLength: 5 }) },
);

const lines = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.array(line, { maxLength: 3 }), fc.nat({ max: 3 }))
  .map(([block, tail, repeats]) => [...Array.from({ length: 1 + repeats }, () => block).flat(), ...tail]);

function join(bodies: readonly string[], ends: readonly string[], isOpen: boolean): string {
  return bodies
    .map((body, at) => body + (isOpen && at === bodies.length - 1 ? "" : (ends[at % ends.length] ?? "\n")))
    .join("");
}

type Noise = (at: number) => number;
/** One way in which a needle goes wrong; `noise` is fixed per case. */
type Distortion = (bodies: readonly string[], noise: Noise) => string[];

const perLine =
  (change: (body: string, noise: number) => string): Distortion =>
  (bodies, noise) =>
    bodies.map((body, at) => change(body, noise(at)));

const DISTORTIONS = {
  none: (bodies) => [...bodies],
  shift: (bodies, noise) =>
    bodies.map((body) => (body.trim() === "" ? body : (["  ", "\t", "    "][noise(0) % 3] ?? "") + body)),
  unshift: (bodies) => bodies.map((body) => body.replace(/^[ \t]/, "")),
  indents: perLine((body, noise) => (INDENTS[noise % INDENTS.length] ?? "") + body.trimStart()),
  trails: perLine((body, noise) => body.trimEnd() + (TRAILS[noise % TRAILS.length] ?? "")),
  inner: perLine((body, noise) =>
    body.replace(/(\S)[ \t\u00a0]+(?=\S)/g, (_, before) => before + ([" ", "  ", "\t", "\u00a0"][noise % 4] ?? " ")),
  ),
  escapes: perLine((body) => body.replace(/["'\\]/g, (mark) => `\\${mark}`).replace(/\t/g, "\\t")),
  joined: (bodies) => [bodies.map((body) => body.replace(/["'\\]/g, (mark) => `\\${mark}`)).join("\\n")],
  numbered: (bodies, noise) =>
    bodies.map(
      (body, at) =>
        `${" ".repeat(noise(0) % 3)}${at + 1 + (noise(1) % 12)}${[":", ": ", "|", "\t"][noise(2) % 4]}${body}`,
    ),
  misnumbered: (bodies, noise) => bodies.map((body, at) => `${at + 1 + (noise(at) % 5 === 0 ? 1 : 0)}: ${body}`),
  curly: perLine((body, noise) =>
    body
      .replace(/"/g, noise % 2 ? "\u201c" : "\u201d")
      .replace(/'/g, "\u2019")
      .replace(/ (?=\S)/g, noise % 3 ? " " : "\u00a0"),
  ),
  straight: perLine((body) =>
    body
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/\u00a0/g, " "),
  ),
  interior: (bodies, noise) =>
    bodies.map((body, at) => (at > 0 && at < bodies.length - 1 && noise(at) % 3 ? `zz${noise(at) % 4}` : body)),
  fattened: (bodies, noise) => [bodies[0] ?? "", noise(0) % 2 ? "zz" : "z", bodies.at(-1) ?? ""],
  grown: (bodies, noise) =>
    bodies.flatMap((body, at) => (at === 1 ? [...Array(noise(0) % 4).fill("    zz"), body] : [body])),
  shrunk: (bodies, noise) => bodies.filter((_, at) => at === 0 || at === bodies.length - 1 || at > 1 + (noise(0) % 3)),
  elided: (bodies, noise) => [
    bodies[0] ?? "",
    ["    ...", "# rest unchanged", "// ... existing code"][noise(0) % 3] ?? "",
    bodies.at(-1) ?? "",
  ],
  changed: perLine((body, noise) => (noise % 4 === 0 ? `${body}z` : body)),
  blanks: (bodies, noise) => [...Array(noise(0) % 3).fill(""), ...bodies, ...Array(noise(1) % 3).fill("  ")],
} as const satisfies Readonly<Record<string, Distortion>>;

const distortion = fc.constantFrom(...Object.values(DISTORTIONS));
const noise = fc
  .array(fc.nat({ max: 59 }), { minLength: 4, maxLength: 12 })
  .map((numbers) => (at: number) => numbers[at % numbers.length] ?? 0);

/** A piece of the file, distorted once or twice; seldom any text, or any piece by offsets. */
export const editCase: fc.Arbitrary<EditCase> = fc
  .record({
    bodies: lines,
    fileEnds: endings,
    isOpen: fc.boolean(),
    hasBom: fc.nat({ max: 9 }).map((roll) => roll === 0),
    from: fc.nat({ max: 40 }),
    height: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 8 })),
    first: distortion,
    second: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: distortion }),
    noise,
    needleEnds: fc.oneof({ weight: 3, arbitrary: fc.constant(["\n"]) }, { weight: 1, arbitrary: endings }),
    needleIsOpen: fc.boolean(),
    pick: fc.nat({ max: 19 }),
    other: fc.array(line, { maxLength: 4 }),
    replaceAll: fc.nat({ max: 2 }).map((roll) => roll === 0),
    expected: fc.nat({ max: 15 }).map((roll) => (roll < 4 ? roll : null)),
  })
  .map((raw) => {
    const bodies = raw.pick === BURIED ? buried(raw.bodies, raw.from) : raw.bodies;
    const content = (raw.hasBom ? "\ufeff" : "") + join(bodies, raw.fileEnds, raw.isOpen);
    const options = {
      replaceAll: raw.replaceAll,
      ...(raw.expected !== null && { expectedReplacements: raw.expected }),
    };
    return { content, oldText: needleOf(raw, content), options };
  });

interface RawNeedle {
  readonly bodies: readonly string[];
  readonly from: number;
  readonly height: number;
  readonly first: Distortion;
  readonly second: Distortion | undefined;
  readonly noise: Noise;
  readonly needleEnds: readonly string[];
  readonly needleIsOpen: boolean;
  readonly pick: number;
  readonly other: readonly string[];
}

/** The pick for which long lines are put between two lines of the file and left out of the needle. */
const BURIED = 3;

function buried(bodies: readonly string[], from: number): string[] {
  return bodies.toSpliced((from % bodies.length) + 1, 0, LONG, LONG);
}

function needleOf(raw: RawNeedle, content: string): string {
  const { needleEnds, needleIsOpen } = raw;
  if (raw.pick === 0) return join(raw.other, needleEnds, needleIsOpen);
  if (raw.pick <= 2) {
    const at = raw.from % (content.length + 1);
    return content.slice(at, at + 1 + 3 * raw.height);
  }
  const at = raw.from % raw.bodies.length;
  if (raw.pick === BURIED) return join([raw.bodies[at] ?? "", "z", raw.bodies[at + 1] ?? ""], needleEnds, needleIsOpen);
  const block = raw.bodies.slice(at, at + raw.height + 1);
  const once = raw.first(block, raw.noise);
  return join(raw.second?.(once, raw.noise) ?? once, needleEnds, needleIsOpen);
}
