import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { CONTENT_POLICY } from "../../runtime/server/content-policy.ts";
import { ALIASES } from "./aliases.ts";
import { contentPolicy } from "./content-policy.ts";
import { lessonPages } from "./lesson-pages.ts";
import { noHostModules } from "./no-host-modules.ts";
import { offlineFiles } from "./offline-files.ts";
import { parsersInPage } from "./parsers-in-page.ts";
import { preloadPage } from "./preload-page.ts";
import { withoutParsers } from "./without-parsers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const headers = { "Content-Security-Policy": CONTENT_POLICY };

/** The core is pure, so a room of it whose exports nobody uses goes, whatever it would build when it loads. */
const treeshake = { moduleSideEffects: (id: string) => !/\/(runtime|adapters)\/|\/node_modules\/diff\//.test(id) };

/** The playground: `npm run playground` serves it from source, `npm run build:playground` builds `playground/dist`. */
export default defineConfig({
  root,
  // Works from any folder, with no rewrite rules.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  define: { global: "globalThis" },
  resolve: { alias: ALIASES },
  plugins: [withoutParsers(), contentPolicy(), preloadPage(), noHostModules(), lessonPages(), offlineFiles()],
  worker: {
    format: "es",
    plugins: () => [parsersInPage(), withoutParsers(), noHostModules()],
    rolldownOptions: { treeshake },
  },
  server: { host: "127.0.0.1", port: 7718, headers },
  preview: { host: "127.0.0.1", port: 7719, headers },
  build: {
    outDir: fileURLToPath(new URL("../dist", import.meta.url)),
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    // Lowering would take light-dark() away.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { treeshake },
  },
});
