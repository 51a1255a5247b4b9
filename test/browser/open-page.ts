import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { serve } from "../../adapters/entry/node-serve.ts";
import { createNodeFileSystem } from "../../adapters/fs/node.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import type { RunningServer } from "../../runtime/ports/mod.ts";
import { allowedHosts, createPageApp, openPage } from "../../runtime/server/mod.ts";
import { CHROMIUM, HOW_TO_GET_CHROMIUM } from "./chromium.ts";

export const DIST = fileURLToPath(new URL("../../playground/dist", import.meta.url));
/** Pictures that the tests take, to be looked at. */
export const PICTURES = join(
  process.env.TEST_RESULTS_DIR ?? fileURLToPath(new URL("../../coverage", import.meta.url)),
  "pictures",
);

export const WIDTHS = [
  { name: "wide", width: 1440, height: 900 },
  { name: "medium", width: 900, height: 1000 },
  { name: "narrow", width: 390, height: 844 },
] as const;

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  /** Every address that was asked for, by the page or its workers. */
  readonly requests: string[];
  /** What the browser complained about: errors of scripts, refused loads, broken rules of the content policy. */
  readonly complaints: string[];
}

/** A browser and the server of the built page, as `mortise playground` runs it. */
export class PageUnderTest {
  readonly #browser: Browser;
  readonly #server: RunningServer;
  readonly url: string;

  private constructor(browser: Browser, server: RunningServer) {
    this.#browser = browser;
    this.#server = server;
    this.url = `http://127.0.0.1:${server.port}/playground/`;
  }

  static async start(dist = DIST): Promise<PageUnderTest> {
    if (CHROMIUM === null) throw new Error(`no browser on this machine: ${HOW_TO_GET_CHROMIUM}`);
    const built = await openPage(createNodeFileSystem({ hash: nodeHash, tempPrefix: ".mortise-test-" }), dist);
    if (built === null) throw new Error("the playground was not built: npm run build:playground");
    let app: ReturnType<typeof createPageApp> | undefined;
    const server = await serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => app?.fetch(request) ?? new Response(null, { status: 503 }),
    });
    app = createPageApp(built, allowedHosts({ hostname: "127.0.0.1", port: server.port }, []));
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    return new PageUnderTest(browser, server);
  }

  /** @param prepare Called before the page is asked for. */
  async open(
    hash = "",
    options: BrowserContextOptions = {},
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenPage> {
    const context = await this.#browser.newContext({ viewport: WIDTHS[0], ...options });
    await prepare?.(context);
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    context.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(this.url + hash);
    await settled(page);
    return { page, context, url: this.url, requests, complaints };
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop(1000);
  }
}

/** The engine has answered what the page asked last, and the editors are there. */
export async function settled(page: Page): Promise<void> {
  // What was just done is drawn with the next frame; before that the page still shows what was settled before.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await page.waitForSelector('[data-testid="app"][data-state="settled"]');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[data-testid$="-editor"]')].every(
      ({ dataset }) => dataset.state === "editor",
    ),
  );
}

export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Puts text in place of everything in an editor, by its test id, as a reader would. */
export async function typeInto(page: Page, editor: string, text: string): Promise<void> {
  await page.locator(`[data-testid="${editor}"] .cm-content`).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
  await page.waitForTimeout(120);
  await settled(page);
}
