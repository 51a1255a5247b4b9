import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openExample } from "./open-example.ts";
import { type PageUnderTest, settled, takePicture, WIDTHS } from "./open-page.ts";
import { violations } from "./violations.ts";

interface Look {
  readonly name: (typeof WIDTHS)[number]["name"];
  readonly colorScheme: "light" | "dark";
}

export const LOOKS: readonly Look[] = (["light", "dark"] as const).flatMap((colorScheme) =>
  WIDTHS.map(({ name }) => ({ name, colorScheme })),
);

/**
 * Opens an example in one width and theme, and for each thing to look at (on a narrow page also each of its panes) takes a
 * picture, asks axe, and measures that nothing scrolls the page sideways.
 */
export async function lookAt(
  site: PageUnderTest,
  { name, colorScheme }: Look,
  example: string,
  lab: string,
  steps: readonly { readonly name: string; readonly pane: string; readonly open: (page: Page) => Promise<void> }[],
): Promise<void> {
  const { width, height } = WIDTHS.find((one) => one.name === name) ?? WIDTHS[0];
  const { page, context } = await site.open("", { viewport: { width, height }, colorScheme, bypassCSP: true });
  await openExample(page, example, lab);
  const look = async (what: string) => {
    await takePicture(page, `${lab}-${name}-${colorScheme}${what === "" ? "" : `-${what}`}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  };
  if (name === "narrow") {
    for (const tab of await page.locator(".foot button").all()) {
      await tab.click();
      await look((await tab.textContent()) ?? "");
    }
  } else await look("");
  for (const step of steps) {
    if (name === "narrow") await page.locator(".foot").getByRole("button", { name: step.pane, exact: true }).click();
    await step.open(page);
    await settled(page);
    await look(step.name);
  }
  await context.close();
}
