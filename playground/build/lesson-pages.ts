import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { CONTENT_POLICY } from "../../runtime/server/content-policy.ts";
import { benchHere } from "../src/lessons/page/bench-here.ts";
import { lessonPage, lessonsPage } from "../src/lessons/page/lesson-page.ts";
import { LESSONS } from "../src/lessons/registry.ts";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
const STYLES = ["styles/tokens.css", "styles/base.css", "lessons/page/page.css"];

/** Each lesson as a page without scripts, in `lessons/`; the engine that the page runs computes what it shows. */
export function lessonPages(): Plugin {
  return {
    name: "mortise-lesson-pages",
    apply: "build",
    async generateBundle() {
      const emit = (name: string, source: string) =>
        this.emitFile({ type: "asset", fileName: `lessons/${name}`, source });
      emit("page.css", STYLES.map((name) => readFileSync(`${SOURCE}${name}`, "utf8")).join("\n"));
      emit("index.html", lessonsPage(CONTENT_POLICY));
      for (const lesson of LESSONS) {
        emit(`${lesson.id}.html`, await lessonPage(lesson, benchHere(), CONTENT_POLICY));
      }
    },
  };
}
