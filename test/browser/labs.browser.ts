import type { BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PageUnderTest, settled, takePicture } from "./open-page.ts";
import { overlaps } from "./overlaps.ts";
import { violations } from "./violations.ts";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

/** 320 pixels are 1280 at four times the size. */
const WIDTH = 320;
const NARROW = { viewport: { width: WIDTH, height: 640 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

const LOOKS: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: "320", options: NARROW },
  { name: "forced-colors", options: { ...WIDE, forcedColors: "active", colorScheme: "dark" } },
  { name: "high-contrast-light", options: { ...WIDE, contrast: "more", colorScheme: "light" } },
  { name: "high-contrast-dark", options: { ...WIDE, contrast: "more", colorScheme: "dark" } },
];

const LABS = ["match", "state", "revert", "fuzz", "wire", "diagnostics"];

test("every lab of the page is looked at here", async () => {
  const { page, context } = await site.open();
  const tabs = await page.locator(".labs a").all();
  expect(await Promise.all(tabs.map((tab) => tab.getAttribute("href")))).toEqual(LABS.map((id) => `#lab=${id}`));
  await context.close();
});

for (const id of LABS) {
  describe(`the lab ${id}`, () => {
    for (const { name, options } of LOOKS) {
      test(`${name}: no violation of accessibility, nothing on top of something else, no sideways scroll`, async () => {
        const { page, context } = await site.open(`#lab=${id}`, { ...options, bypassCSP: true });
        await page.waitForSelector(`[data-testid="app"][data-lab="${id}"]`);
        await settled(page);
        const width = options.viewport?.width ?? 0;
        const look = async (pane: string) => {
          await takePicture(page, `${id}-${name}${pane}`);
          expect(await violations(page)).toEqual([]);
          expect(await overlaps(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        };
        if (width > WIDTH) await look("");
        else {
          for (const tab of await page.locator(".foot button").all()) {
            await tab.click();
            await look(`-${await tab.textContent()}`);
          }
        }
        await context.close();
      });
    }
  });
}
