import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOOKS, lookAt } from "./looks.ts";
import { openExample } from "./open-example.ts";
import { PageUnderTest, settled } from "./open-page.ts";

const EXAMPLE = "What an agent knows";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

const status = (page: Page, mode: string) => page.getByTestId(`mode-${mode}`).getAttribute("data-state");
const verdict = (page: Page, path: string) => page.getByTestId(`seen-${path}`).getAttribute("data-state");
const playhead = (page: Page) => page.getByTestId("playhead").textContent();

describe("the State lab", () => {
  test("goes through time by scrubbing, stepping, skipping and branching", async () => {
    const { page, context, complaints } = await site.open();
    await openExample(page, EXAMPLE, "state");
    expect(await playhead(page)).toBe("event 8 of 10");
    expect(await verdict(page, "worker.py")).toBe("stale");
    expect(await verdict(page, "old.ini")).toBe("gone");
    expect(await page.getByTestId("seen-worker.py").getByTestId("decides-contentHash").textContent()).toMatch(/ ≠ /);

    await page.getByTestId("scrub").fill("3");
    await settled(page);
    expect([await verdict(page, "worker.py"), await verdict(page, "old.ini")]).toEqual(["ok", "ok"]);
    await page.locator("body").press("]");
    await settled(page);
    expect([await playhead(page), await verdict(page, "worker.py")]).toEqual(["event 4 of 10", "stale"]);

    // Without the formatter's write the edit four events later finds what it saw.
    await page.getByTestId("skip").click();
    await page.getByTestId("scrub").fill("8");
    await settled(page);
    expect(await verdict(page, "worker.py")).toBe("ok");
    expect(await status(page, "enforce")).toBe("200");

    await page.getByTestId("branch").click();
    await settled(page);
    expect(await playhead(page)).toBe("event 8 of 8");
    await page.getByTestId("human-delete").click();
    await settled(page);
    expect(await playhead(page)).toBe("event 9 of 9");
    await page.getByTestId("branches").getByRole("button").first().click();
    await settled(page);
    expect(await playhead(page)).toBe("event 10 of 10");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("shows the three modes on the same events, and what timestamps alone would have let through", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "state");
    const all = async () => [await status(page, "off"), await status(page, "warn"), await status(page, "enforce")];
    expect(await all()).toEqual(["200", "200", "409"]);

    await page.getByTestId("A-read").click();
    await page.getByTestId("human-sly").click();
    await page.getByTestId("A-edit").click();
    await settled(page);
    expect(await all()).toEqual(["200", "200", "409"]);
    await page.getByLabel("timestamps only").check();
    await settled(page);
    expect(await all()).toEqual(["200", "200", "200"]);
    expect(await page.getByTestId("seen-worker.py").textContent()).toMatch(/stale.*ok/);
    expect(await page.getByTestId("modes").textContent()).toContain("what if");
    await context.close();
  });

  test("refuses by turn and by revision in every mode", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "state");
    await page.getByLabel("read_gate").selectOption("turn");
    await page.getByTestId("B-edit").click();
    await settled(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("not_read_this_turn");
    await page.getByTestId("B-read").click();
    await page.getByTestId("B-edit").click();
    await settled(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("success");

    await page.getByLabel("agents send the revision they saw").check();
    await page.getByTestId("human-write").click();
    await page.getByTestId("B-edit").click();
    await settled(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("revision_mismatch");
    expect([await status(page, "off"), await status(page, "warn"), await status(page, "enforce")]).toEqual([
      "409",
      "409",
      "409",
    ]);
    await context.close();
  });

  test("plays every schedule of two agents, with the lock and without it", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "state");
    await page.getByTestId("tab-schedules").click();
    const list = page.getByTestId("schedules");
    const lost = (state: string) =>
      page.waitForSelector(`[data-testid="schedules"][data-state="${state}"]:not([data-waiting])`);
    await lost("none-lost");
    expect(await list.locator("li button[data-state]").count()).toBe(20);
    expect(await page.getByTestId("schedule-sum").textContent()).toContain("No schedule loses an update.");

    await page.getByLabel("no lock").check();
    await lost("lost");
    expect(await page.getByTestId("schedule-sum").textContent()).toMatch(/^\d+ of 20 lose an update\./);
    expect(await list.textContent()).toContain("This is not what the server does");
    await list.locator('button[data-state="lost"]').first().click();
    expect(await page.getByTestId("schedule-detail").textContent()).toContain("is not there");

    await page.getByLabel("no lock").uncheck();
    await lost("none-lost");
    await page.getByTestId("schedule-0").click();
    await page.getByTestId("play-schedule").click();
    await settled(page);
    expect(await playhead(page)).toBe("event 12 of 12");
    await context.close();
  });

  for (const look of LOOKS) {
    test(`has no violation of accessibility and no sideways scroll, ${look.name} and ${look.colorScheme}`, async () => {
      await lookAt(site, look, EXAMPLE, "state", [
        {
          name: "schedules",
          pane: "Decision",
          open: async (page) => {
            await page.getByTestId("tab-schedules").click();
            await page.getByLabel("no lock").check();
            await page.getByLabel("timestamps only").check();
            await page.waitForSelector('[data-testid="schedules"][data-state="lost"]:not([data-waiting])');
          },
        },
      ]);
    });
  }
});
