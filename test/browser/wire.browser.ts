import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMAT_NAMES } from "../../runtime/wire/mod.ts";
import { LOOKS, lookAt } from "./looks.ts";
import { openExample } from "./open-example.ts";
import { PageUnderTest, settled, typeInto } from "./open-page.ts";

const EXAMPLE = "A result that was made up";

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

const outcome = (page: Page) => page.getByTestId("card").getAttribute("data-state");
const stretch = (page: Page, kind: string) => page.getByTestId(`stretch-${kind}`);

async function scrubTo(page: Page, place: number): Promise<void> {
  await page.getByTestId("arrived").fill(String(place));
  await page.waitForTimeout(80);
  await settled(page);
}

describe("the Wire lab", () => {
  test("keeps the call, strikes the made-up result, and shows both at every chunk", async () => {
    const { page, context, complaints } = await site.open();
    await openExample(page, EXAMPLE, "wire");
    expect(await outcome(page)).toBe("cut");
    expect(await page.getByTestId("call-0").textContent()).toMatch(
      /count_lines.*qwen_xml.*"src\/pool\.py".*Strong evidence/,
    );
    expect(await stretch(page, "discarded").locator("s").textContent()).toMatch(/^<tool_response>\n42/);
    expect(await page.getByTestId("cut-line").textContent()).toContain("cut at 175");

    await scrubTo(page, 20);
    expect(await outcome(page)).toBe("streaming");
    expect(await stretch(page, "held").count()).toBe(1);
    expect(await stretch(page, "to_come").count()).toBe(1);
    expect(await page.getByTestId("calls").count()).toBe(0);
    await page.getByTestId("step-on").click();
    await settled(page);
    expect(await page.getByTestId("stream-place").textContent()).toBe("21 of 70 chunks have come");
    await page.getByTestId("chunk").fill("1");
    await page.waitForTimeout(80);
    await settled(page);
    expect(await page.getByTestId("stream-place").textContent()).toBe("84 of 279 chunks have come");
    await scrubTo(page, 279);
    expect(await outcome(page)).toBe("cut");

    await page.getByTestId("tab-transcript").click();
    const transcript = page.getByTestId("transcript");
    expect(await transcript.textContent()).not.toContain("42 lines");
    await page.getByTestId("uncut").check();
    expect(await transcript.textContent()).toContain("42 lines");
    expect(await transcript.textContent()).toContain("not what the product does");
    await page.getByTestId("tab-json").click();
    expect(JSON.parse((await page.getByTestId("parse-json").textContent())?.replace(/^[^{]*/, () => "") ?? "")).toEqual(
      {
        id: null,
        calls: [{ name: "count_lines", arguments: { path: "src/pool.py", skip_blank: true }, format: "qwen_xml" }],
        content_before: "Let me look at the file first.",
        cut_at: 175,
        error: null,
      },
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("writes a sample of every format, reads it back, and says what is wrong with a broken one", async () => {
    const { page, context, complaints } = await site.open("#lab=wire");
    await settled(page);
    for (const format of FORMAT_NAMES) {
      await page.getByTestId(`sample-${format}`).click();
      await page.waitForSelector(`[data-testid="call-0"][data-state="${format}"]`);
      expect(await outcome(page), format).toBe("cut");
    }
    await page.getByTestId("sample-hermes").click();
    await page.getByTestId("disturbance").selectOption("truncated");
    await page.waitForSelector('[data-testid="call-error"][data-state="truncated"]');
    expect(await page.getByTestId("call-error").textContent()).toContain("It is not run.");

    await typeInto(page, "output-editor", '<tool_call>\n{"name": "drop_table", "arguments": {}}\n</tool_call>');
    expect(await outcome(page)).toBe("unknown_tool");
    await typeInto(page, "tools-editor", '[{"name": "drop_table"}]');
    expect(await outcome(page)).toBe("calls");
    await typeInto(page, "tools-editor", "[");
    expect(await outcome(page)).toBe("refused");
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a link brings the text, the tools and the place in the stream", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "wire");
    await typeInto(page, "output-editor", "Only words, \u00e9 and \ud83d\ude00.");
    await scrubTo(page, 3);
    await page.waitForFunction(() => location.hash.startsWith("#v1."));
    await page.waitForTimeout(1100);
    const hash = new URL(page.url()).hash;
    const { page: other, context: second, requests } = await site.open(hash);
    await settled(other);
    expect(await other.getByTestId("stream-place").textContent()).toBe("3 of 6 chunks have come");
    expect(await other.getByTestId("stream-text").textContent()).toBe(
      "Only words,held back:  still to come: \u00e9 and \ud83d\ude00.",
    );
    expect(requests.every((url) => url.startsWith(site.url))).toBe(true);
    await second.close();
    await context.close();
  });

  test("is worked by keys alone", async () => {
    const { page, context } = await site.open("#lab=wire");
    await settled(page);
    await page.getByTestId("arrived").focus();
    await page.keyboard.press("Home");
    await page.waitForTimeout(80);
    await settled(page);
    expect(await page.getByTestId("stream-place").textContent()).toBe("0 of 70 chunks have come");
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(80);
    await settled(page);
    expect(await page.getByTestId("stream-place").textContent()).toBe("1 of 70 chunks have come");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await page.getByTestId("stream-place").textContent()).toBe("2 of 70 chunks have come");
    await context.close();
  });

  for (const look of LOOKS) {
    test(`has no violation of accessibility and no sideways scroll, ${look.name} and ${look.colorScheme}`, async () => {
      await lookAt(site, look, EXAMPLE, "wire", [
        {
          name: "held",
          pane: "Stream",
          open: async (page) => {
            await scrubTo(page, 24);
          },
        },
        {
          name: "truncated",
          pane: "Samples",
          open: async (page) => {
            if (look.name === "medium") await page.getByRole("button", { name: "Files and steps" }).click();
            await page.getByTestId("disturbance").selectOption("truncated");
            await page.getByTestId("sample-mistral").click();
            await page.waitForSelector('[data-testid="call-error"]', { state: "attached" });
          },
        },
        {
          name: "transcript",
          pane: "Calls",
          open: async (page) => {
            if (look.name === "medium") await page.keyboard.press("Escape");
            await page.getByTestId("tab-transcript").click();
            await page.getByTestId("uncut").check();
          },
        },
      ]);
    });
  }
});
