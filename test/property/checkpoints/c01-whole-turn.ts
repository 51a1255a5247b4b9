import { array, constantFrom, dictionary, oneof, record, string } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { type Guard, isCount, isListOf, isNullOr, isOneOf, isRecordOf, isText } from "../guards.ts";
import type { CheckpointsProperty } from "./checkpoints-engine.ts";
import { deletion, PATHS, type Path } from "./history.ts";

interface Case {
  readonly files: readonly { readonly path: Path; readonly text: string; readonly mode: number }[];
  /** `null` deletes. */
  readonly writes: readonly { readonly path: Path; readonly text: string | null }[];
}

const path = constantFrom(...PATHS);
const text = string({ unit: constantFrom("a", "\n", "\r\n", "\u00e9", "\ufeff", "\0", " "), maxLength: 6 });
const isPath = isOneOf<Path>(PATHS);
const isCase: Guard<Case> = isRecordOf<Case>({
  files: isListOf(isRecordOf<Case["files"][number]>({ path: isPath, text: isText, mode: isCount })),
  writes: isListOf(isRecordOf<Case["writes"][number]>({ path: isPath, text: isNullOr(isText) })),
});

export const wholeTurn: CheckpointsProperty<Case> = (engine) => ({
  id: "C1",
  version: 1,
  title:
    "A revert restores every byte and bit, deletes what the turn created, folders too, and recreates what it deleted",
  doc: "The turn writes and deletes in any order; the tree before it and the tree after its revert are compared whole.",
  kind: "model",
  needsTree: true,
  arbitrary: record({
    files: dictionary(path, record({ text, mode: constantFrom(0o644, 0o755, 0o600, 0o444) }), { maxKeys: 3 }).map(
      (named) => PATHS.flatMap((each) => (named[each] === undefined ? [] : [{ path: each, ...named[each] }])),
    ),
    writes: array(record({ path, text: oneof({ weight: 3, arbitrary: text }, constantFrom(null)) }), {
      minLength: 1,
      maxLength: 6,
      size: "max",
    }),
  }),
  async run({ files, writes }) {
    const bench = await engine.open();
    for (const file of files) await bench.put(file.path, file.text, file.mode);
    const before = await bench.tree();
    let written = 0;
    for (const { path, text } of writes) {
      const [tool, args] =
        text === null ? ["edit_file", { patch: deletion(path) }] : ["write_file", { path, content: text }];
      if ((await bench.call(String(tool), Object(args))).success) written += 1;
    }
    const report = await bench.checkpoints().revert({ turnId: "t" });
    claim(report.success || (written === 0 && report.error_code === "no_checkpoints"), () => String(report.error));
    const after = await bench.tree();
    // A folder that stood empty before belongs to nobody's turn; one that a deletion left empty stays.
    claimEqual(sorted(after), sorted(before), "the tree after the revert");
  },
  classify({ files, writes }) {
    const [first] = writes;
    const existed = files.some(({ path }) => path === first?.path);
    if (first?.text === null) return existed ? "deletes" : "nothing to delete";
    return existed ? "changes" : "creates";
  },
  witnesses: ["changes", "creates", "deletes"],
  accepts: isCase,
});

function sorted(tree: Readonly<Record<string, string>>): unknown {
  return Object.entries(tree).sort();
}
