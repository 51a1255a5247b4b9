import { defineConfig } from "vitest/config";

const results = process.env.TEST_RESULTS_DIR;

/** The built playground in a real browser: `npm run build:playground`, then `npm run test:browser`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: ["test/browser/*.browser.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    ...(results ? { reporters: ["default", "json"], outputFile: { json: `${results}/browser.json` } } : {}),
  },
});
