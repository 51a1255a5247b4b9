import { boolean, constantFrom, record } from "fast-check";
import { blockOf, CHECKERS, checkersFor, MAX_FINDINGS } from "../../../runtime/diagnostics/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isFlag, isRecordOf, isText } from "../guards.ts";
import type { Property } from "../property.ts";
import { areFindings, type DrawnFinding, findings, toFinding } from "./generators.ts";

interface ReportCase {
  readonly found: readonly DrawnFinding[];
  readonly hasBaseline: boolean;
  readonly extension: string;
}

const EXTENSIONS = CHECKERS.flatMap(({ extensions }) => extensions);
const OTHERS = ["", "md", "txt", "rake", "jsonc", "vue", "lua", "py.txt", "JSON5"];
const NO_TYPESCRIPT = { typescript: "off" } as const;

export const shortAndTrue: Property<ReportCase> = {
  id: "D2",
  version: 1,
  title: "A report shows at most ten findings, errors first, and counts them all; a file without a checker has none",
  doc:
    "`truncated` and `baseline` stand there only when they hold. An extension that no checker names has no checker, and " +
    "TypeScript has none while it is off.",
  kind: "pbt",
  arbitrary: record({
    found: findings,
    hasBaseline: boolean(),
    extension: constantFrom(...EXTENSIONS, ...OTHERS),
  }),
  run({ found, hasBaseline, extension }) {
    const all = found.map((one) => toFinding(one));
    const block = blockOf("some", all, { hasBaseline });
    const shown = block.findings;
    claimEqual(
      [block.new_count, shown.length, "truncated" in block, "baseline" in block],
      [all.length, Math.min(MAX_FINDINGS, all.length), all.length > MAX_FINDINGS, !hasBaseline],
      "count, length, truncated, baseline",
    );
    const ranks = shown.map(({ severity, line = 0 }) => (severity === "error" ? 0 : 1_000_000) + line);
    claimEqual(
      ranks,
      [...ranks].sort((one, other) => one - other),
      "errors first, then by line",
    );
    const errors = all.filter(({ severity }) => severity === "error").length;
    const shownErrors = shown.filter(({ severity }) => severity === "error").length;
    claimEqual(shownErrors, Math.min(errors, MAX_FINDINGS), "errors that are shown");
    const isKnown = EXTENSIONS.includes(extension) && !/^[mc]?tsx?$/.test(extension);
    const checkers = checkersFor(`/work/file${extension && `.${extension}`}`, NO_TYPESCRIPT);
    claim(checkers.length > 0 === isKnown, `.${extension} has ${checkers.length} checkers`);
  },
  classify({ found, extension }) {
    if (checkersFor(`a.${extension}`, NO_TYPESCRIPT).length === 0) return "no checker";
    if (found.length === 0) return "nothing found";
    return found.length > MAX_FINDINGS ? "cut" : "whole";
  },
  witnesses: ["no checker", "nothing found", "cut", "whole"],
  accepts: isRecordOf<ReportCase>({ found: areFindings, hasBaseline: isFlag, extension: isText }),
};
