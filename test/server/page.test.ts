import { describe, expect, test } from "vitest";
import { createMemoryFileSystem } from "../../adapters/fs/memfs.ts";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { allowedHosts, createPageApp, openPage } from "../../runtime/server/mod.ts";

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' data:";

async function open() {
  const fs = createMemoryFileSystem({ hash: nobleHash });
  const put = (name: string, text: string) => fs.writeFile(`/page/${name}`, new TextEncoder().encode(text));
  await fs.mkdir("/page/assets", { recursive: true });
  await put("index.html", "<!doctype html>");
  await put("assets/a-1.js", "1");
  await put("unlisted.txt", "not for you");
  await put("files.json", JSON.stringify({ files: ["index.html", "assets/a-1.js", "../secret"] }));
  await fs.writeFile("/secret", new TextEncoder().encode("secret"));
  const page = await openPage(fs, "/page");
  if (page === null) throw new Error("there is a page");
  const app = createPageApp(page, allowedHosts({ hostname: "127.0.0.1", port: 1 }, []));
  const get = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", "127.0.0.1:1");
    return app.request(`http://127.0.0.1:1${path}`, { ...init, headers });
  };
  return { fs, get };
}

describe("the playground over HTTP", () => {
  test("hands out the page and its files with their types and the content policy", async () => {
    const { get } = await open();
    const index = await get("/playground/");
    expect([index.status, await index.text()]).toEqual([200, "<!doctype html>"]);
    expect(index.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(index.headers.get("content-security-policy")).toBe(POLICY);
    expect(index.headers.get("cache-control")).toBe("no-cache");
    const script = await get("/playground/assets/a-1.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("content-security-policy")).toBe(POLICY);
    expect(script.headers.get("cache-control")).toContain("immutable");
  });

  test("leads to the page from its folder's name and from the root", async () => {
    const { get } = await open();
    const folder = await get("/playground", { redirect: "manual" });
    expect([folder.status, folder.headers.get("location")]).toEqual([308, "/playground/"]);
    const root = await get("/", { redirect: "manual" });
    expect([root.status, root.headers.get("location")]).toEqual([302, "/playground/"]);
  });

  test("reads nothing that the build did not list", async () => {
    const { get } = await open();
    for (const name of ["unlisted.txt", "..%2fsecret", "%2e%2e/secret", "assets", "%00", "%ff"]) {
      expect((await get(`/playground/${name}`)).status, name).toBe(404);
    }
  });

  test("refuses a foreign Host and another method", async () => {
    const { get } = await open();
    expect((await get("/playground/", { headers: { host: "evil.example" } })).status).toBe(403);
    expect((await get("/playground/", { method: "POST" })).status).toBe(404);
  });

  test("there is no page where there is no list", async () => {
    const fs = createMemoryFileSystem({ hash: nobleHash });
    expect(await openPage(fs, "/nowhere")).toBeNull();
  });
});
