import { defineConfig } from "vitest/config";

const results = process.env.TEST_RESULTS_DIR;

/** `*.test.ts` runs on every runtime; `smoke/*.smoke.ts` starts processes of all three and runs only here. */
export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts", "test/smoke/*.smoke.ts"],
    globalSetup: "test/browser/say-what-did-not-run.ts",
    testTimeout: 60_000,
    // Two cores: more files at once only make the timed tests wait.
    maxWorkers: 2,
    ...(results ? { reporters: ["default", "json"], outputFile: { json: `${results}/vitest.json` } } : {}),
  },
});
