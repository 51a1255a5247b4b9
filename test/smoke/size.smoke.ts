import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { REPOSITORY } from "./runtimes.ts";

/** What a page needs to match, splice and judge staleness, without a tree and without schemas. kB = 1000 bytes. */
const BROWSER_CORE = `
  export { applyEdit, findEditMatch, editedFields, refusalFields, MATCHERS } from "./runtime/edit/mod.ts";
  export { decodeText, encodeText, unifiedDiff } from "./runtime/text/mod.ts";
  export { FileStateTracker, applyPolicy, fingerprintOf } from "./runtime/file-state/mod.ts";
`;
const LIMIT_BYTES = 40_000;

test("the core for the browser stays within 40 kB of minified script, gzip -9", async () => {
  const entry = join(REPOSITORY, "browser-core.js");
  const result = await build({
    root: REPOSITORY,
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? BROWSER_CORE : null),
      },
    ],
    build: { write: false, minify: true, target: "es2023", lib: { entry, formats: ["es"], fileName: "core" } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ("output" in output ? output.output : []));
  const code = chunks.flatMap((chunk) => (chunk.type === "chunk" ? [chunk.code] : [])).join("");
  const size = gzipSync(code, { level: 9 }).length;
  console.log(`browser core: ${code.length} bytes minified, ${size} gzip -9`);
  expect(code).toContain("block_anchor");
  expect(code).not.toMatch(/from\s*["']node:/);
  expect(size).toBeLessThanOrEqual(LIMIT_BYTES);
});
