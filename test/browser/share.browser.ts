import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../runtime/version.ts";
import { PageUnderTest, settled, takePicture, typeInto } from "./open-page.ts";

let site: PageUnderTest;
let folder: string;
beforeAll(async () => {
  site = await PageUnderTest.start();
  folder = await mkdtemp(join(tmpdir(), "mortise-import-"));
});
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

const TEXT = "\ufeffone\r\ntwo \u00e9\r\n";
const BINARY = new Uint8Array([0, 255, 13, 10, 0, 1]);

/** A folder with a text in a folder of its own and bytes that are none. */
async function treeOnDisk(): Promise<string> {
  const tree = await mkdtemp(join(folder, "tree-"));
  await mkdir(join(tree, "src"));
  await writeFile(join(tree, "src/a.txt"), TEXT);
  await writeFile(join(tree, "blob.bin"), BINARY);
  return tree;
}

const openDialog = (page: Page, name: "Share" | "Import") =>
  page.locator(".tools").getByRole("button", { name }).click();

const treeOf = (page: Page) => page.getByRole("navigation", { name: "Files" }).textContent();

/** What is saved when the button is pressed. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) };
}

async function contentsOfZip(page: Page): Promise<Record<string, Uint8Array>> {
  await openDialog(page, "Share");
  const { name, bytes } = await saved(page, "Save the tree as zip");
  expect(name).toBe("tree.zip");
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, held]) => [path, new Uint8Array(held)]));
}

describe("import and export", () => {
  test("a folder that is picked comes out of the zip byte for byte", async () => {
    const { page, context, complaints } = await site.open("#lab=match");
    await openDialog(page, "Import");
    await page.getByTestId("pick-folder").setInputFiles(await treeOnDisk());
    await settled(page);
    await takePicture(page, "import-folder");
    const bytes = new Uint8Array(new TextEncoder().encode(TEXT));
    expect(await contentsOfZip(page)).toEqual({ "src/a.txt": bytes, "blob.bin": BINARY });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("files that are picked take the place of what was open, and an edit of them is in the zip", async () => {
    const { page, context } = await site.open("#lab=match");
    await openDialog(page, "Import");
    await page.getByTestId("pick-files").setInputFiles([
      { name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("left\nright\n") },
      { name: "c.txt", mimeType: "text/plain", buffer: Buffer.from("other\n") },
    ]);
    await settled(page);
    await typeInto(page, "needle-editor", "right");
    await typeInto(page, "replacement-editor", "wrong");
    await page.keyboard.press("Control+Enter");
    await settled(page);
    const decoder = new TextDecoder();
    const zipped = Object.entries(await contentsOfZip(page)).map(([path, bytes]) => [path, decoder.decode(bytes)]);
    expect(zipped).toEqual([
      ["b.txt", "left\nwrong\n"],
      ["c.txt", "other\n"],
    ]);
    await context.close();
  });

  test("a state that is saved as a file opens as it was", async () => {
    const { page, context } = await site.open("#lab=match");
    await typeInto(page, "needle-editor", "no such text");
    const sentence = await page.getByTestId("sentence").first().textContent();
    await openDialog(page, "Share");
    const { name, bytes } = await saved(page, "Save as a file");
    const other = await site.open("#lab=match");
    await openDialog(other.page, "Import");
    await other.page.getByTestId("pick-files").setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(bytes),
    });
    await settled(other.page);
    expect(await other.page.getByTestId("sentence").first().textContent()).toBe(sentence);
    await other.context.close();
    await context.close();
  });

  test("too many files, and a state that is none, are refused with a sentence and nothing changes", async () => {
    const { page, context } = await site.open("#lab=match");
    const before = await treeOf(page);
    for (const [files, said] of [
      [
        Array.from({ length: 201 }, (_, at) => ({
          name: `${at}.txt`,
          mimeType: "text/plain",
          buffer: Buffer.from(""),
        })),
        "201 files were picked, and 200 are the limit",
      ],
      [
        [{ name: "x.mortise.json", mimeType: "application/json", buffer: Buffer.from("{") }],
        '"x.mortise.json" is no JSON',
      ],
    ] as const) {
      await openDialog(page, "Import");
      await page.getByTestId("pick-files").setInputFiles([...files]);
      await page.getByText(`Nothing was imported: ${said}.`).waitFor();
      expect(await treeOf(page)).toBe(before);
    }
    await context.close();
  });

  test("the report for an issue has the sentence, a link that opens the same, the version and the trace", async () => {
    const { page, context, url } = await site.open("#lab=match", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await typeInto(page, "needle-editor", "no such text");
    const sentence = (await page.getByTestId("sentence").first().textContent()) ?? "";
    await openDialog(page, "Share");
    await page.getByRole("button", { name: "Copy as issue" }).click();
    await page.getByText("The report is copied.").waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report.startsWith(`### ${sentence}\n`)).toBe(true);
    expect(report).toContain(`Mortise ${VERSION}`);
    expect(report).toContain("not_found");
    const [, link = ""] = /\[Open it in the playground\]\((.*)\)/.exec(report) ?? [];
    expect(link.startsWith(`${url}#v1.`)).toBe(true);
    const other = await site.open(link.slice(url.length));
    expect(await other.page.getByTestId("sentence").first().textContent()).toBe(sentence);
    await other.context.close();
    await context.close();
  });
});
