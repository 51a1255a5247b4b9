import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PageUnderTest, PICTURES, settled } from "./open-page.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = "playground/pictures";
const MOST_BYTES = 60_000;
const SIZE = { width: 1280, height: 760 };

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

/** Made anew among the artefacts at each run; `README_PICTURES=keep` also puts them where the README shows them. */
describe("the README's pictures", () => {
  test("one shows a decision with its trace", async () => {
    const { page, context } = await site.open("#lab=match", { viewport: SIZE, colorScheme: "light" });
    await settled(page);
    await keep(page, "match.webp");
    await context.close();
  });

  test("one shows a lesson at its prediction, answered", async () => {
    const { page, context } = await site.open("#lesson=trust/1", { viewport: SIZE, colorScheme: "dark" });
    await page.locator('.predict input[value="1"]').check();
    await page.getByTestId("lesson-act").click();
    await page.waitForSelector('[data-testid="sights"][data-state="settled"]');
    await settled(page);
    await keep(page, "lesson.webp");
    await context.close();
  });

  test("are in the README, and small", () => {
    const readme = readFileSync(`${REPOSITORY}README.md`, "utf8");
    const shown = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path ?? "");
    expect(shown).toEqual([`${KEPT}/match.webp`, `${KEPT}/lesson.webp`]);
    for (const path of shown) {
      expect(statSync(`${REPOSITORY}${path}`).size, path).toBeGreaterThan(0);
      expect(statSync(`${REPOSITORY}${path}`).size, path).toBeLessThan(MOST_BYTES);
    }
  });
});

/** WebP is a third of the same picture as PNG; only the browser's own protocol writes it. */
async function keep(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 40 });
  const bytes = Buffer.from(data, "base64");
  const folders = [PICTURES, ...(process.env.README_PICTURES === "keep" ? [`${REPOSITORY}${KEPT}`] : [])];
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}`, bytes);
  }
}
