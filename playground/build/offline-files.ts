import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("../src/offline/service-worker.ts", import.meta.url));

/** What loads on a button only: kept when it was asked for, not before. */
const LATER = /\.wasm$|^assets\/typescript-/;

/**
 * After the build: `files.json`, the list of every file of the page, and `sw.js`, which keeps exactly those. The version is
 * a hash over their contents, so a page that changed in any byte is another one.
 */
export function offlineFiles(): Plugin {
  let folder = "";
  return {
    name: "mortise-offline-files",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const names = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((name) => name !== "sw.js" && name !== "files.json")
        .sort();
      const hash = createHash("sha256");
      for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
      const version = hash.digest("hex").slice(0, 16);
      writeFileSync(
        join(folder, "files.json"),
        `${JSON.stringify({ version, files: [...names, "files.json", "sw.js"] }, null, 1)}\n`,
      );
      writeFileSync(
        join(folder, "sw.js"),
        serviceWorker(
          version,
          ["./", ...names.filter((name) => name !== "index.html" && !LATER.test(name))],
          names.filter((name) => LATER.test(name)),
        ),
      );
    },
  };
}

function serviceWorker(version: string, files: readonly string[], later: readonly string[]): string {
  const { outputText } = ts.transpileModule(readFileSync(SOURCE, "utf8"), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  const body = outputText.replace(/^export \{\};$/m, () => "");
  return `const PAGE_VERSION = ${JSON.stringify(version)};\nconst PAGE_FILES = ${JSON.stringify(files)};\nconst LATER_FILES = ${JSON.stringify(later)};\n${body}`;
}
