import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lesson, LessonStep } from "../../playground/src/lessons/lesson.ts";
import { LESSONS } from "../../playground/src/lessons/registry.ts";
import { PageUnderTest, settled, takePicture, WIDTHS } from "./open-page.ts";
import { violations } from "./violations.ts";

/** Running laws over trees takes its time on a busy machine; one lesson of each family is enough to see that it runs. */
const PROVEN = ["exact", "hash", "cut", "absent"];
const PROOF_MS = 240_000;
/** More stops than any way to a button takes. */
const MOST_TABS = 60;

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

describe("lessons", () => {
  for (const lesson of LESSONS) {
    test(`${lesson.id} is read by keyboard alone, and shows what its data says`, { timeout: PROOF_MS }, async () => {
      const { page, context, complaints } = await site.open();
      await page.locator("body").press("Control+k");
      await page.getByRole("combobox", { name: "Find a command" }).waitFor();
      await page.keyboard.type("lessons");
      await page.keyboard.press("Enter");
      await page.getByTestId("lesson-list").waitFor();
      await tabTo(page, `lesson-${lesson.id}`);
      await page.keyboard.press("Enter");
      for (const [index, step] of lesson.steps.entries()) {
        await page.waitForSelector(
          `[data-testid="lesson-steps"][data-lesson="${lesson.id}"][data-step="${index + 1}"]`,
        );
        await doStep(page, step, lesson);
        expect(await sightsOf(page, step), `step ${index + 1}`).toEqual(step.sees?.map(({ is }) => is) ?? []);
        await page.waitForFunction((hash) => location.hash === hash, `#lesson=${lesson.id}/${index + 1}`);
        await tabTo(page, index + 1 < lesson.steps.length ? "lesson-next" : "lesson-leave");
        await page.keyboard.press("Enter");
      }
      await page.waitForSelector('[data-testid="lesson-steps"]', { state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))).toBe("lessons");
      await page.keyboard.press("Enter");
      expect(await page.getByTestId(`lesson-${lesson.id}`).textContent()).toContain(" read");
      expect(complaints).toEqual([]);
      await context.close();
    });
  }

  test("the outcome of a prediction is not on the page before the choice", async () => {
    const { page, context } = await site.open("#lesson=order/2");
    await page.getByTestId("lesson-act").waitFor();
    await settled(page);
    const before = await page.locator("body").textContent();
    expect(before).toContain("Choose first");
    expect(before).not.toContain("One place fits");
    expect(before).not.toContain("HTTP 200");
    await page.locator('.predict input[value="2"]').check();
    await page.getByTestId("lesson-act").click();
    await page.getByTestId("decision").getByText("One place fits: lines 8 to 10").waitFor();
    expect(await page.getByTestId("lesson-told").textContent()).toContain("Not so.");
    await context.close();
  });

  test("a link opens a step with all that came before it; one to a lesson that is not there says so", async () => {
    const { page, context } = await site.open("#lesson=ambiguity/4");
    await page.waitForSelector('[data-testid="lesson-steps"][data-lesson="ambiguity"][data-step="4"]');
    await tabTo(page, "lesson-act");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-testid="sights"][data-state="settled"]');
    expect(await page.getByTestId("sight-0").textContent()).toBe(
      "HTTP 409, unexpected_replacement_count, exact, lines 2 and 8",
    );
    await context.close();
    const { page: other, context: second } = await site.open("#lesson=nothing/1");
    expect(await other.getByTestId("notice").textContent()).toContain('This page has no lesson "nothing".');
    await second.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, width, height } of WIDTHS) {
      test(`have no violation of accessibility and no sideways scroll, ${name} and ${colorScheme}`, async () => {
        const { page, context } = await site.open("#lesson=order/2", {
          viewport: { width, height },
          colorScheme,
          bypassCSP: true,
        });
        await page.locator('.predict input[value="1"]').check();
        await checkAndTake(page, `lesson-predict-${name}-${colorScheme}`, width);
        await page.getByTestId("lesson-act").click();
        await page.waitForSelector('[data-testid="sights"][data-state="settled"]');
        await checkAndTake(page, `lesson-seen-${name}-${colorScheme}`, width);
        for (const tab of name === "narrow" ? await page.locator(".foot button").all() : []) {
          await tab.click();
          expect(await violations(page)).toEqual([]);
        }
        await page.goto(`${site.url}#lesson=verdicts/5`);
        await page.getByTestId("prove").waitFor();
        await checkAndTake(page, `lesson-prove-${name}-${colorScheme}`, width);
        await page.getByTestId("lessons").click();
        await page.getByTestId("lesson-list").waitFor();
        await checkAndTake(page, `lesson-list-${name}-${colorScheme}`, width);
        await context.close();
      });

      test(`as pages without scripts they have none either, ${name} and ${colorScheme}`, async () => {
        const { page, context, complaints } = await site.open("", {
          viewport: { width, height },
          colorScheme,
          bypassCSP: true,
        });
        for (const id of ["index", "order", "verdicts"]) {
          await page.goto(`${site.url}lessons/${id}.html`);
          for (const summary of await page.locator("summary").all()) await summary.click();
          await checkAndTake(page, `lesson-page-${id}-${name}-${colorScheme}`, width);
        }
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  }

  test("as pages they hold no script, link to the bench, and keep the content policy", async () => {
    const { page, context, complaints } = await site.open("#lesson=order/6");
    await page.getByText("as a page to read or print").click();
    await page.waitForURL(`${site.url}lessons/order.html`);
    expect(complaints).toEqual([]);
    for (const { id, title } of LESSONS) {
      const response = await page.goto(`${site.url}lessons/${id}.html`);
      expect(response?.headers()["content-security-policy"]).toContain("default-src 'none'");
      expect(await page.locator("h1").textContent()).toBe(title);
      expect(await page.locator("script").count()).toBe(0);
      expect(await page.getByText("Try it on the bench").getAttribute("href")).toBe(`../index.html#lesson=${id}/1`);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

async function checkAndTake(page: Page, name: string, width: number): Promise<void> {
  await takePicture(page, name);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Does what a step waits for, with the keys a reader would use. */
async function doStep(page: Page, step: LessonStep, lesson: Lesson): Promise<void> {
  if (step.kind === "predict") {
    await tabUntil(page, () => document.activeElement?.matches(".predict input") ?? false, "a choice");
    await page.keyboard.press("Space");
    for (let index = 0; index < step.right; index++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await page.getByTestId("lesson-told").textContent()).toContain("Right.");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-testid") === "lesson-next");
  } else if (step.kind === "run" || step.kind === "break") {
    await tabTo(page, "lesson-act");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-testid") === "lesson-next");
  } else if (step.kind === "prove" && PROVEN.includes(lesson.id)) {
    await tabTo(page, "lesson-prove");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-testid="prove"]:is([data-state="held"], [data-state="stopped"])', {
      timeout: PROOF_MS,
    });
    expect(await page.getByTestId("prove").locator('[role="status"]').textContent()).toBe("Held in every case.");
    const counts = await page.getByTestId("prove").locator("li .num").allTextContents();
    expect(counts).toEqual(lesson.properties.map(() => "1,000"));
  }
}

async function sightsOf(page: Page, step: LessonStep): Promise<string[]> {
  if (step.sees === undefined) return [];
  await page.waitForSelector('[data-testid="sights"][data-state="settled"]');
  return page.getByTestId("sights").locator("dd").allTextContents();
}

function tabTo(page: Page, testId: string): Promise<void> {
  return tabUntil(page, (id) => document.activeElement?.getAttribute("data-testid") === id, testId);
}

async function tabUntil(page: Page, isThere: (wanted: string) => boolean, wanted: string): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await page.evaluate(isThere, wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${MOST_TABS} times Tab did not lead to ${wanted}`);
}
