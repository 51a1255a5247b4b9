import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** As much of axe as is used. */
interface Axe {
  run(
    root: Document,
    options: { readonly runOnly: readonly string[] },
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

/** Each violation with the element and what would mend it. The page must have been opened with `bypassCSP`. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ content: AXE });
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as typeof globalThis & { readonly axe: Axe };
    const { violations: found } = await axe.run(document, { runOnly: rules });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, RULES);
}
