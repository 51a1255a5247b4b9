import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY } from "../smoke/runtimes.ts";
import { LOOKS } from "./looks.ts";
import { PageUnderTest, settled, takePicture, WIDTHS } from "./open-page.ts";
import { violations } from "./violations.ts";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

const LAB = "#lab=fuzz";
const stateOf = (page: Page) => page.getByTestId("fuzz-run").getAttribute("data-state");

async function untilDone(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ["done", "stopped"].includes(document.querySelector("[data-testid=fuzz-run]")?.getAttribute("data-state") ?? ""),
  );
}

/** A known fault, from a known seed. */
async function catchMutant(page: Page, mutant: string, seed: number): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=fuzz-mutant] option").length > 5);
  await page.getByTestId("fuzz-mutant").selectOption(mutant);
  await page.getByTestId("fuzz-seed-input").fill(String(seed));
  await page.getByTestId("fuzz-seed-input").press("Tab");
  await page.getByTestId("fuzz-start").click();
  await untilDone(page);
}

async function caseOf(page: Page): Promise<unknown> {
  const parsed: unknown = JSON.parse((await page.getByTestId("case-value").textContent()) ?? "");
  return parsed;
}

describe("the Fuzz lab", () => {
  test("catches a fault, makes the case small, and link and command line come to the same case", async () => {
    const { page, context, complaints, url } = await site.open(LAB);
    await catchMutant(page, "order-swapped", 3);
    expect(await page.getByTestId("row-M5").getAttribute("data-state")).toBe("refuted");
    const key = (await page.getByTestId("replay-key").textContent()) ?? "";
    expect(key).toMatch(/^M5@1:3:/);
    const smallest = await caseOf(page);

    const place = page.getByTestId("shrink-place");
    const [last = ""] = /\d+$/.exec((await place.textContent()) ?? "") ?? [];
    expect(Number(last)).toBeGreaterThan(3);
    while (await page.getByTestId("step-back").isEnabled()) await page.getByTestId("step-back").click();
    expect(await place.textContent()).toBe(`1 of ${last}`);
    expect(JSON.stringify(await caseOf(page)).length).toBeGreaterThan(JSON.stringify(smallest).length);

    await page.getByRole("tab", { name: "Export" }).click();
    const exported = (id: string) => page.getByTestId(`export-${id}`).textContent();
    expect(await exported("command")).toBe(`mortise replay ${key} --mutant order-swapped`);
    expect(JSON.parse((await exported("json")) ?? "")).toMatchObject({
      id: "M5",
      version: 1,
      cases: [{ value: smallest }],
    });
    expect(await exported("test")).toContain('property.id === "M5"');
    expect(await exported("curl")).toContain("/api/tools/edit_file");
    const link = (await exported("link")) ?? "";
    expect(link).toBe(`${url}#replay=${key}+order-swapped`);

    const other = await site.open(link.slice(url.length));
    await untilDone(other.page);
    expect(await caseOf(other.page)).toEqual(smallest);
    await other.context.close();

    const bun = `${REPOSITORY}/node_modules/.bin/bun`;
    const args = ["adapters/entry/bun.ts", "replay", key, "--mutant", "order-swapped", "--json"];
    const ended = await promisify(execFile)(bun, args, { cwd: REPOSITORY }).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 1 });
    const { stdout } = Object.assign({ stdout: "" }, ended);
    expect(JSON.parse(stdout)).toMatchObject({ id: "M5", held: false, failure: { counterexample: smallest } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("the product itself holds, met kinds of cases are lit, and a run is stopped at once", async () => {
    const { page, context } = await site.open(LAB);
    await page.getByTestId("law-M6").waitFor({ state: "attached" });
    await page.getByTestId("fuzz-start").click();
    await untilDone(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("done");
    for (const id of ["M3", "M5", "M6", "S1"]) {
      expect(await page.getByTestId(`row-${id}`).getAttribute("data-state")).toBe("held");
    }
    expect(await page.getByTestId("witnesses").locator("li[data-lit]").count()).toBeGreaterThan(3);

    await page.getByTestId("by-seconds").check();
    await page.getByTestId("fuzz-effort").fill("3000");
    await page.getByTestId("fuzz-effort").press("Tab");
    await page.getByTestId("fuzz-start").click();
    await page.waitForFunction(() =>
      /\d values/.test(document.querySelector("[data-testid=row-M3]")?.textContent ?? ""),
    );
    expect(await stateOf(page)).toBe("running");
    await page.getByTestId("fuzz-stop").click();
    expect(await stateOf(page)).toBe("stopped");
    const counted = await page.getByTestId("row-M3").textContent();
    await page.waitForTimeout(300);
    expect(await page.getByTestId("row-M3").textContent()).toBe(counted);
    await context.close();
  });

  test("a law over a tree of files loads with its family, and a saved case is tried again", async () => {
    const { page, context } = await site.open(LAB);
    await page.getByTestId("family-tools").locator("summary").click();
    await page.getByTestId("law-T2").waitFor();
    await page.getByTestId("fuzz-mutant").selectOption("time-decides");
    await page.getByTestId("fuzz-start").click();
    await untilDone(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("refuted");
    await page.getByTestId("save-case").click();
    await page.getByRole("tab", { name: "Saved" }).click();
    await page.getByTestId("replay-saved").click();
    await untilDone(page);
    expect(await page.locator("[data-testid^=saved-]").textContent()).toBe("STILL FAILS");
    await context.close();
  });

  test("a key that is none of a law is told, and nothing runs", async () => {
    const { page, context } = await site.open("#replay=Z9@1:4:0");
    await untilDone(page);
    expect(await page.getByTestId("sentence").first().textContent()).toBe("The run ended early");
    await context.close();
  });

  for (const { name, colorScheme } of LOOKS) {
    test(`has no violation of accessibility and no sideways scroll, ${name} and ${colorScheme}`, async () => {
      const { width, height } = WIDTHS.find((one) => one.name === name) ?? WIDTHS[0];
      const { page, context } = await site.open(LAB, { viewport: { width, height }, colorScheme, bypassCSP: true });
      const look = async (what: string) => {
        await takePicture(page, `fuzz-${name}-${colorScheme}${what === "" ? "" : `-${what}`}`);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      };
      if (name === "narrow") {
        await page.locator(".foot").getByRole("button", { name: "Laws", exact: true }).click();
        await look("laws");
        await page.locator(".foot").getByRole("button", { name: "Run", exact: true }).click();
      } else if (name === "medium") {
        await page.getByRole("button", { name: "Files and steps" }).click();
        await look("laws");
        await page.keyboard.press("Escape");
      }
      await page.waitForFunction(() => document.querySelectorAll("[data-testid=fuzz-mutant] option").length > 5);
      await page.getByTestId("fuzz-mutant").selectOption("first-hit-wins");
      await page.getByTestId("fuzz-start").click();
      await untilDone(page);
      await settled(page);
      await look("run");
      if (name === "narrow") await page.locator(".foot").getByRole("button", { name: "Case", exact: true }).click();
      await look("case");
      await page.getByRole("tab", { name: "Export" }).click();
      await look("export");
      await context.close();
    });
  }
});
