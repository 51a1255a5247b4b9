import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
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

/** The page's content policy must be bypassed for this. */
export async function addAxe(page: Page): Promise<void> {
  await page.addScriptTag({ content: readFileSync(AXE, "utf8") });
}

/** Each violation with the element and what would mend it. */
export async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as typeof globalThis & { readonly axe: Axe };
    const { violations: found } = await axe.run(document, { runOnly: rules });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, RULES);
}
