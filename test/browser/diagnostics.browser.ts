import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MODULES, type ModuleName, PARSER_BYTES } from "../../playground/src/checks/modules.ts";
import { EMPTY_DOCUMENT, type PlaygroundDocument } from "../../playground/src/document/mod.ts";
import { encodeLink } from "../../playground/src/share/link.ts";
import { LOOKS, lookAt } from "./looks.ts";
import { openExample } from "./open-example.ts";
import { DIST, PageUnderTest, settled } from "./open-page.ts";

const EXAMPLE = "What a write broke";
/** Of what loads on a button: Ruff alone is eleven megabytes. */
const MODULE_MS = 60_000;

/** One for each module but Ruff. */
const BROKEN: readonly {
  readonly module: ModuleName;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}[] = [
  { module: "grammar-python", path: "a.py", before: "x = 1\n", after: "x = (1\n" },
  { module: "typescript", path: "a.tsx", before: "let a = <b>x</b>;\n", after: "let a = <b>x;\n" },
  { module: "sh-syntax", path: "a.sh", before: "echo 1\n", after: "if true; then\n" },
  { module: "grammar-css", path: "a.css", before: "a { color: red }\n", after: "a { color: red\n" },
  { module: "grammar-go", path: "a.go", before: "package a\n", after: "package a\nfunc f() {\n" },
  { module: "grammar-rust", path: "a.rs", before: "fn f() {}\n", after: "fn f() {\n" },
  { module: "grammar-java", path: "A.java", before: "class A {}\n", after: "class A {\n" },
  { module: "grammar-c-sharp", path: "A.cs", before: "class A {}\n", after: "class A {\n" },
  { module: "grammar-php", path: "a.php", before: "<?php f();\n", after: "<?php f(;\n" },
  { module: "grammar-ruby", path: "a.rb", before: "def f\nend\n", after: "def f\n" },
];

let site: PageUnderTest;
beforeAll(async () => {
  site = await PageUnderTest.start();
});
afterAll(async () => {
  await site?.stop();
});

const outcome = (page: Page) => page.getByTestId("card").getAttribute("data-state");
const column = (page: Page, side: string) => page.getByTestId(`column-${side}`);
const counts = async (page: Page) =>
  Promise.all(["before", "after", "new"].map((side) => column(page, side).getAttribute("data-state")));

async function openFile(page: Page, path: string): Promise<void> {
  await page.getByTestId("tree").getByRole("button", { name: path }).click();
  await page.waitForTimeout(80);
  await settled(page);
}

async function loadFor(page: Page, name: string): Promise<void> {
  await page.getByTestId(`load-${name}`).click();
  await page.getByTestId(`load-${name}`).waitFor({ state: "detached", timeout: MODULE_MS });
  await settled(page);
}

/** How many bytes a module's files have in the build. */
function builtBytes(name: string): number {
  const pattern =
    name === "ruff"
      ? /^ruff_wasm_bg-.*\.wasm$/
      : name === "sh-syntax"
        ? /^main-.*\.wasm$/
        : name === "typescript"
          ? /^typescript-.*\.js$/
          : new RegExp(`^tree-sitter-${name.replace("grammar-", () => "")}-.*\\.wasm$`);
  const assets = join(DIST, "assets");
  const found = readdirSync(assets).filter((file) => pattern.test(file));
  expect(found, name).toHaveLength(1);
  return statSync(join(assets, found[0] ?? "")).size + (name.startsWith("grammar-") ? PARSER_BYTES : 0);
}

describe("the Diagnostics lab", () => {
  test("links an old finding that moved to itself, and calls the other one new", async () => {
    const { page, context, complaints } = await site.open();
    await openExample(page, EXAMPLE, "diagnostics");
    expect([await outcome(page), await counts(page)]).toEqual(["new", ["1", "2", "1"]]);
    expect(await column(page, "before").textContent()).toContain("the same one, now on line 7");
    expect(await column(page, "new").textContent()).toContain('the key "port" stands twice');
    expect(await page.getByTestId("block-json").textContent()).toContain('"new_count": 1');
    await page.getByTestId("is-new").check();
    await settled(page);
    expect(await counts(page)).toEqual(["unchecked", "2", "2"]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("not checked is an empty box with its reason, checked and clean a tick with the checker's name", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "diagnostics");
    await openFile(page, "notes.txt");
    expect([await outcome(page), await counts(page)]).toEqual(["no_checker", ["unchecked", "unchecked", "unchecked"]]);
    const silent = column(page, "after");
    expect(await silent.locator(".unchecked").textContent()).toBe(
      "Not checkedthere is no checker for this kind of file",
    );
    expect(await silent.locator("svg, .clean").count()).toBe(0);
    expect(await page.getByTestId("block-json").textContent()).toContain('(no key "diagnostics")');

    await openFile(page, "deploy.yaml");
    expect(await outcome(page)).toBe("new");
    await page.getByTestId("take-back").click();
    await page.waitForTimeout(80);
    await settled(page);
    expect([await outcome(page), await counts(page)]).toEqual(["nothing_new", ["0", "0", "0"]]);
    const clean = column(page, "after");
    expect(await clean.locator(".clean").textContent()).toBe("Clean yaml");
    expect(await clean.locator(".clean svg").count()).toBe(1);
    expect(await clean.locator(".unchecked").count()).toBe(0);
    expect(await page.getByTestId("block-json").textContent()).toContain('"findings": []');
    await context.close();
  });

  test("Ruff loads on its button, from this site, and judges by the project's rules", {
    timeout: 2 * MODULE_MS,
  }, async () => {
    const { page, context, requests, complaints } = await site.open();
    await openExample(page, EXAMPLE, "diagnostics");
    await openFile(page, "pool.py");
    expect(await outcome(page)).toBe("unjudged");
    expect(await page.getByTestId("load-ruff").textContent()).toBe("Load Ruff, 11.0 MB");
    expect(requests.filter((url) => url.includes(".wasm"))).toEqual([]);
    await loadFor(page, "ruff");
    expect([await outcome(page), await counts(page)]).toEqual(["new", ["1", "4", "3"]]);
    expect(await column(page, "new").textContent()).toMatch(/F401.*logging.*F841.*file.*F821.*handle/);
    expect(await page.getByTestId("offer").count()).toBe(0);
    expect(requests.every((url) => url.startsWith(site.url))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("each other module loads and finds what was broken", { timeout: 4 * MODULE_MS }, async () => {
    for (const { module, path, before, after } of BROKEN) {
      const document: PlaygroundDocument = {
        ...EMPTY_DOCUMENT,
        lab: "diagnostics",
        files: [{ path, content: { text: before } }],
        path,
        inputs: { diagnostics: { edits: { [path]: after }, typescript: "syntax" } },
      };
      const { page, context, complaints } = await site.open(encodeLink(document));
      await page.getByTestId(`load-${module}`).waitFor();
      await loadFor(page, module);
      expect([module, await outcome(page), await counts(page)]).toEqual([module, "new", ["0", "1", "1"]]);
      await page.getByTestId("take-back").click();
      await page.waitForTimeout(80);
      await settled(page);
      expect([module, await outcome(page), await counts(page)]).toEqual([module, "nothing_new", ["0", "0", "0"]]);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  test("is worked by keys alone", async () => {
    const { page, context } = await site.open();
    await openExample(page, EXAMPLE, "diagnostics");
    await page.getByTestId("tree").getByRole("button", { name: "deploy.yaml" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(80);
    await settled(page);
    expect(await outcome(page)).toBe("new");
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.getAttribute("data-testid") === "take-back")) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForTimeout(80);
    await settled(page);
    expect(await outcome(page)).toBe("nothing_new");
    await context.close();
  });

  test("the sizes on the buttons are those of the build", () => {
    for (const { name, bytes } of MODULES) {
      const built = builtBytes(name);
      expect(Math.abs(bytes - built) / built, `${name}: ${built}`).toBeLessThan(0.03);
    }
  });

  for (const look of LOOKS) {
    test(`has no violation of accessibility and no sideways scroll, ${look.name} and ${look.colorScheme}`, async () => {
      await lookAt(site, look, EXAMPLE, "diagnostics", [
        { name: "checkers", pane: "Answer", open: (page) => page.getByTestId("tab-modules").click() },
        {
          name: "clean",
          pane: "Change",
          open: (page) => page.getByTestId("take-back").click(),
        },
        {
          name: "unchecked",
          pane: "Files",
          open: async (page) => {
            if (look.name === "medium") await page.getByRole("button", { name: "Files and steps" }).click();
            await page.getByTestId("tree").getByRole("button", { name: "pool.py" }).click();
            await page.waitForSelector('[data-testid="offer"]', { state: "attached" });
            if (look.name === "narrow") {
              await page.locator(".foot").getByRole("button", { name: "Findings", exact: true }).click();
            }
          },
        },
      ]);
    });
  }
});
