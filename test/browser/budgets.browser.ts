import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DIST } from "./open-page.ts";

/** Script in bytes, as gzip -9 packs it. */
const FIRST_VIEW = 60_000;
const EDITOR = 125_000;
const ENGINE = 165_000;
const LAWS = 90_000;
const FURTHER_LAB = 40_000;

const ASSETS = join(DIST, "assets");
const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
const sizeOf = (name: string) => gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length;
const named = (start: string) => scripts.filter((name) => name.startsWith(`${start}-`));
const sum = (names: readonly string[]) => names.reduce((total, name) => total + sizeOf(name), 0);

describe("sizes of the built page", () => {
  test("the first view, with the lab it opens", () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    const first = scripts.filter((name) => html.includes(name));
    expect(first.length).toBeGreaterThan(0);
    expect(sum([...new Set([...first, ...named("match"), ...named("preview-request")])])).toBeLessThanOrEqual(
      FIRST_VIEW,
    );
  });

  test("the editor", () => {
    expect(named("mount-editor")).toHaveLength(1);
    expect(sum(named("mount-editor"))).toBeLessThanOrEqual(EDITOR);
  });

  test("the engine's worker", () => {
    expect(named("worker")).toHaveLength(1);
    expect(sum(named("worker"))).toBeLessThanOrEqual(ENGINE);
  });

  test("the worker of the laws, before a law over a tree of files is asked for", () => {
    const [worker = ""] = named("laws-worker");
    // What it imports when it starts; the families are asked for later.
    const text = readFileSync(join(ASSETS, worker), "utf8");
    const atOnce = [...text.matchAll(/(?:^|;)import[^;(]*?from"\.\/([\w.-]+)"|(?:^|;)import"\.\/([\w.-]+)"/g)];
    expect(sum([worker, ...atOnce.map(([, from, bare]) => from ?? bare ?? "")])).toBeLessThanOrEqual(LAWS);
  });

  test("each further lab", () => {
    for (const lab of ["state", "revert", "wire", "diagnostics", "fuzz", "lessons"])
      expect(sum(named(lab)), lab).toBeLessThanOrEqual(FURTHER_LAB);
  });

  test("what loads on a button is no part of the first visit, and is kept once it was asked for", () => {
    const worker = readFileSync(join(DIST, "sw.js"), "utf8");
    const listed = (name: string): string[] =>
      JSON.parse(new RegExp(`^const ${name} = (\\[.*\\]);$`, "m").exec(worker)?.[1] ?? "null");
    const large = readdirSync(ASSETS).filter((name) => /\.wasm$|^typescript-/.test(name));
    expect(large.length).toBeGreaterThan(10);
    expect(listed("LATER_FILES").sort()).toEqual(large.map((name) => `assets/${name}`).sort());
    expect(listed("PAGE_FILES").filter((name) => /\.wasm$|typescript/.test(name))).toEqual([]);
  });

  test("no script holds a host's module or a style attribute", () => {
    for (const name of scripts)
      expect(readFileSync(join(ASSETS, name), "utf8")).not.toContain("__vite-browser-external");
    expect(readFileSync(join(DIST, "index.html"), "utf8")).not.toMatch(/ style=|<style|<script(?![^>]* src=)/);
  });
});
