import * as z from "zod";
import { unifiedDiff } from "../text/mod.ts";

/** The diff of a result. */
export const diffShape = {
  diff: z.string().optional().describe("Unified diff; cut after 20,000 characters"),
  diff_truncated: z.literal(true).optional().describe("diff was cut: changes are missing from it"),
};

/** @param path Relative to the root. */
export function diffFields(
  before: string,
  after: string,
  path: string,
): { readonly diff: string; readonly diff_truncated?: true } {
  const { text, truncated } = unifiedDiff(before, after, { path });
  return { diff: text, ...(truncated && { diff_truncated: true }) };
}
