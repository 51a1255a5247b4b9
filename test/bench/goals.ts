import type { Workload } from "./workloads.ts";

/** What a workload may cost: a ratio to splitting the file in the same run, or milliseconds where splitting is too quick to measure by. */
export interface Goal {
  readonly unit: "x split" | "ms";
  readonly limit: number;
}

/** As under Node. */
export function goalFor({ profile, lines, needleLines, distortion, strategy }: Workload): Goal | undefined {
  const isHit = strategy !== undefined;
  if (profile !== "code" && lines >= 20_000) return { unit: "x split", limit: lines >= 1_000_000 ? 15 : 40 };
  // A needle that is like nothing in the file is searched for to the end.
  if (distortion === "foreign" && lines >= 20_000) return { unit: "x split", limit: 3 };
  if (lines >= 1_000_000) return { unit: "x split", limit: isHit ? 0.5 : 1 };
  if (lines >= 100_000) return { unit: "x split", limit: isHit ? 1 : 2 };
  if (lines >= 20_000) return { unit: "x split", limit: isHit ? 2 : 3 };
  if (lines === 4000) return { unit: "ms", limit: isHit ? 0.8 : 1 };
  return needleLines <= 10 ? { unit: "ms", limit: isHit ? 0.3 : 1.5 } : undefined;
}
