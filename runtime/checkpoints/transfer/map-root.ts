import { isInside } from "../../paths.ts";
import type { RootMapping } from "../types.ts";

/** Where the files of a root are here; `null` when no mapping names it. The most exact mapping counts. */
export function mapRoot(root: string, mappings: readonly RootMapping[]): string | null {
  const fitting = mappings.filter(({ from }) => isInside(from, root));
  const [best] = fitting.sort((a, b) => b.from.length - a.from.length);
  if (best === undefined) return null;
  const below = root.slice(best.from === "/" ? 0 : best.from.length);
  return `${best.to === "/" ? "" : best.to}${below}` || "/";
}
