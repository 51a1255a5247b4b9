import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PageUnderTest, settled, takePicture, typeInto, WIDTHS } from "./open-page.ts";
import { violations } from "./violations.ts";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

describe("the Match lab", () => {
  test("shows the decision on what is typed, with the strategy, the diff and the byte badge", async () => {
    const { page, context, complaints } = await site.open();
    const decision = page.getByTestId("card");
    expect(await page.getByTestId("sentence").textContent()).toBe("One place fits: lines 18 to 20");
    expect(await page.getByTestId("trace-indentation_flexible").getAttribute("data-state")).toBe("decided");
    expect(await page.getByTestId("byte-badge").getAttribute("data-state")).toBe("only-spans");

    await typeInto(page, "needle-editor", "if budget.left() <= 0:");
    expect(await decision.getAttribute("data-state")).toBe("ambiguous");
    expect(await page.getByTestId("sentence").textContent()).toBe("2 places fit, so none is meant");
    expect(await page.getByTestId("places").locator("li").count()).toBe(2);

    await typeInto(page, "needle-editor", "time.sleep(3 ** n)");
    expect(await decision.getAttribute("data-state")).toBe("not_found");
    await page.getByTestId("tab-json").click();
    expect(await page.getByTestId("answer-json").textContent()).toContain('"error_code": "not_found"');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("applies with the keyboard, steps through time, and says the result in the live region", async () => {
    const { page, context } = await site.open();
    await page.keyboard.press("Control+Enter");
    await settled(page);
    await page.waitForFunction(
      () => document.querySelector('[data-testid="playhead"]')?.textContent === "event 4 of 4",
    );
    expect(await page.getByTestId("file-editor").locator(".cm-content").textContent()).toContain("Exhausted(n)");
    await page.locator("body").press("[");
    await page.waitForFunction(
      () => document.querySelector('[data-testid="playhead"]')?.textContent === "event 3 of 4",
    );
    await settled(page);
    expect(await page.getByTestId("file-editor").locator(".cm-content").textContent()).not.toContain("Exhausted(n)");
    await page.waitForFunction(() =>
      document.querySelector('[data-testid="spoken"]')?.textContent?.startsWith("One place"),
    );
    await context.close();
  });

  test("labels a what-if result, and shows what the server says beside it", async () => {
    const { page, context } = await site.open();
    await typeInto(page, "needle-editor", "if budget.left() <= 0:\n");
    await page.getByLabel("fall through").check();
    await settled(page);
    const decision = page.getByTestId("card");
    expect(await decision.textContent()).toContain("This is not what the server does.");
    await page.getByTestId("tab-explain").click();
    expect(await page.getByTestId("explain").textContent()).toContain("it refuses with ambiguous");
    await context.close();
  });

  test("everything is reached by keyboard: palette, help, regions", async () => {
    const { page, context } = await site.open();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a command" }).waitFor();
    await page.keyboard.type("two places");
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("ambiguous");
    await page.locator("body").press("?");
    await page.getByTestId("dialog-help").getByText("all commands").waitFor();
    await page.keyboard.press("Escape");
    const regions: (string | null)[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("F6");
      regions.push(await page.evaluate(() => document.activeElement?.closest("[data-region]")?.className ?? null));
    }
    expect(new Set(regions).size).toBe(5);
    await context.close();
  });

  test("keeps CRLF files to the byte while typing in them", async () => {
    const { page, context } = await site.open();
    await page.getByLabel("Open an example").selectOption("windows");
    await settled(page);
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("placed");
    await page.locator('[data-testid="file-editor"] .cm-line').first().click();
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await page.keyboard.insertText("x");
    await page.waitForTimeout(120);
    await settled(page);
    expect(await page.getByTestId("file").textContent()).toContain("CRLF");
    expect(await page.getByTestId("file").textContent()).not.toContain("CRLF+");
    await context.close();
  });
});

describe("the page", () => {
  test("opens a link with everything in it", async () => {
    const { page, context, complaints } = await site.open();
    await typeInto(page, "needle-editor", "n += 1");
    await page.waitForFunction(() => location.hash.startsWith("#v1."));
    const hash = await page.evaluate(() => location.hash);
    await context.close();
    const second = await site.open(hash);
    expect(await second.page.getByTestId("needle-editor").locator(".cm-content").textContent()).toBe("n += 1");
    expect([...complaints, ...second.complaints]).toEqual([]);
    await second.context.close();
  });

  test("answers a hostile link with a message and keeps what is open", async () => {
    const { page, context, complaints } = await site.open("#v1.AAAA");
    expect(await page.getByTestId("notice").textContent()).toContain("This link could not be opened");
    for (const hostile of ["#v9.abc", `#v1.${"A".repeat(70_000)}`]) {
      await page.getByTestId("notice").getByRole("button").click();
      await page.evaluate((hash) => location.assign(hash), hostile);
      expect(await page.getByTestId("notice").textContent()).toContain("This link could not be opened");
    }
    expect(await page.getByTestId("sentence").textContent()).toBe("One place fits: lines 18 to 20");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("asks for its own files only, and breaks no rule of its content policy", async () => {
    const { page, context, url, requests, complaints } = await site.open();
    await typeInto(page, "needle-editor", "raise");
    await page.waitForFunction(() => document.documentElement.dataset.offline === "ready");
    const list: { files: string[] } = await (await fetch(`${url}files.json`)).json();
    const allowed = new Set([url, ...list.files.map((name) => url + name)]);
    const foreign = requests.map((request) => request.split("#")[0] ?? "").filter((request) => !allowed.has(request));
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    const blocked = await page.evaluate(() =>
      fetch("http://127.0.0.1:1/").then(
        () => "passed",
        () => "blocked",
      ),
    );
    expect(blocked).toBe("blocked");
    await context.close();
  });

  test("works without a network after the first visit", async () => {
    const { page, context } = await site.open();
    await page.waitForFunction(() => document.documentElement.dataset.offline === "ready");
    await context.setOffline(true);
    await page.reload();
    await settled(page);
    expect(await page.getByTestId("sentence").textContent()).toBe("One place fits: lines 18 to 20");
    await context.close();
  });

  test("starts the engine again when it hangs, and goes on", async () => {
    let hangs = true;
    const { page, context } = await site.open("", { serviceWorkers: "block" }, async (prepared) => {
      await prepared.route(/worker-[^/]*\.js$/, (route) => {
        if (!hangs) return route.continue();
        hangs = false;
        return route.fulfill({ contentType: "text/javascript", body: 'postMessage({ kind: "ready" });' });
      });
    });
    expect(await page.getByTestId("notice").textContent()).toContain("was started again");
    await typeInto(page, "needle-editor", "n += 1");
    expect(await page.getByTestId("card").getAttribute("data-state")).toBe("placed");
    await context.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, width, height } of WIDTHS) {
      test(`has no violation of accessibility and no sideways scroll, ${name} and ${colorScheme}`, async () => {
        const { page, context } = await site.open("", { viewport: { width, height }, colorScheme, bypassCSP: true });
        const tabs = name === "narrow" ? await page.locator(".foot button").all() : [null];
        for (const tab of tabs) {
          await tab?.click();
          await takePicture(page, `match-${name}-${colorScheme}${tab === null ? "" : `-${await tab.textContent()}`}`);
          expect(await violations(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        }
        await context.close();
      });
    }
  }

  test("does not scroll sideways at 320 pixels, which is 1280 at four times the size", async () => {
    const { page, context } = await site.open("", { viewport: { width: 320, height: 640 } });
    for (const tab of await page.locator(".foot button").all()) {
      await tab.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
    await context.close();
  });
});
