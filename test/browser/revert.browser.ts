import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOOKS, lookAt } from "./looks.ts";
import { openExample } from "./open-example.ts";
import { PageUnderTest, settled } from "./open-page.ts";

const EXAMPLE = "A turn that drifted";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

const outcome = (page: Page) => page.getByTestId("card").getAttribute("data-state");
const status = (page: Page, path: string) => page.getByTestId(`plan-${path}`).getAttribute("data-state");

async function click(page: Page, id: string): Promise<void> {
  await page.getByTestId(id).click();
  await settled(page);
}

describe("the Revert lab", () => {
  test("refuses a drifted turn, forces it after two confirmations, and takes the revert back", async () => {
    const { page, context, complaints } = await site.open();
    await openExample(page, EXAMPLE, "revert");
    expect([await status(page, "config.toml"), await status(page, "notes/pool.md")]).toEqual(["drifted", "restorable"]);
    expect(await page.getByTestId("shell-note").textContent()).toContain("not reverted");

    await click(page, "dry-run");
    expect(await outcome(page)).toBe("success");
    await click(page, "revert");
    expect(await outcome(page)).toBe("drifted");
    expect(await page.getByTestId("card").locator("h2").textContent()).toBe("Refused: nothing was touched");
    expect([await status(page, "config.toml"), await status(page, "notes/pool.md")]).toEqual(["drifted", "restorable"]);

    await click(page, "force");
    const preview = page.getByTestId("force-preview");
    expect(await preview.textContent()).toContain("config.toml");
    expect(await page.getByTestId("loss-config.toml").textContent()).toContain("timeout");
    expect(await page.getByTestId("force-confirm").isDisabled()).toBe(true);
    await page.getByTestId("force-seen").check();
    await click(page, "force-confirm");
    expect(await outcome(page)).toBe("success");
    await page.getByTestId("turn-t2").click();
    await settled(page);
    expect([await status(page, "config.toml"), await status(page, "notes/pool.md")]).toEqual([
      "already_reverted",
      "already_reverted",
    ]);

    await click(page, "undo-revert");
    expect(await page.getByTestId("card").locator("h2").textContent()).toBe("Brought back: 2 files");
    expect(await status(page, "config.toml")).toBe("drifted");
    expect(await page.getByTestId("three").textContent()).toContain("timeout");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a harmed store makes a path unrecoverable, and pruning empties it", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "revert");
    await page.getByTestId("turn-t1").click();
    await settled(page);
    expect(await status(page, "pool.py")).toBe("restorable");
    await page.getByTestId("tab-blobs").click();
    const blobs = page.getByTestId("blobs").locator("li");
    const own = blobs.filter({ hasText: "t1 for pool.py" });
    await own.getByRole("button", { name: "Alter" }).click();
    await settled(page);
    expect([await own.getAttribute("data-state"), await status(page, "pool.py")]).toEqual(["damaged", "unrecoverable"]);
    await own.getByRole("button", { name: "Drop" }).click();
    await settled(page);
    expect([await own.getAttribute("data-state"), await status(page, "pool.py")]).toEqual(["missing", "unrecoverable"]);
    await page.getByLabel("Days that pass").fill("400");
    await click(page, "prune");
    expect(await page.getByTestId("turns").locator("li").count()).toBe(0);
    expect(await page.getByTestId("blobs").textContent()).toContain("The store holds no content.");
    await context.close();
  });

  test("a revert that dies at a storage call is brought to an end by the next start", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "revert");
    await page.getByTestId("tab-crash").click();
    const crash = page.getByTestId("crash");
    await crash.getByTestId("crash-at").waitFor();
    const slider = crash.getByTestId("crash-at");
    const last = Number(await slider.getAttribute("max"));
    expect(last).toBeGreaterThan(20);
    const ends = new Set<string>();
    for (const at of [1, Math.trunc(last * 0.4), Math.trunc(last * 0.75), last]) {
      await slider.fill(String(at));
      await page.waitForSelector('[data-testid="crash"][data-state="settled"]');
      const after = (await page.getByTestId("crash-after").locator("li").allTextContents()).join("; ");
      expect(after).not.toContain("temporary");
      expect(after).not.toContain("neither");
      ends.add(after);
    }
    expect(ends.size).toBeGreaterThan(1);
    await context.close();
  });

  for (const look of LOOKS) {
    test(`has no violation of accessibility and no sideways scroll, ${look.name} and ${look.colorScheme}`, async () => {
      await lookAt(site, look, EXAMPLE, "revert", [
        {
          name: "store",
          pane: "Revert",
          open: (page) => page.getByTestId("tab-blobs").click(),
        },
        {
          name: "crash",
          pane: "Revert",
          open: async (page) => {
            await page.getByTestId("tab-crash").click();
            await page.getByTestId("crash-at").fill("30");
            await page.waitForSelector('[data-testid="crash"][data-state="settled"]');
          },
        },
        {
          name: "force",
          pane: "Revert",
          open: (page) => page.getByTestId("force").click(),
        },
      ]);
    });
  }
});
