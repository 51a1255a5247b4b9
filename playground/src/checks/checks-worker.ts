import { createUrlGrammars } from "../../../adapters/grammars/url.ts";
import { serveQuestions } from "../engine/serve-questions.ts";
import { createToolBox } from "./checker-tools.ts";
import { loadModule, remembered } from "./load-module.ts";
import { MODULE_FILES } from "./module-files.ts";
import { CHECK_QUESTIONS } from "./questions.ts";

/** More than a server gives: here a module is set up within the first check, and on a phone. */
const TIMEOUT_MS = 12_000;

const source = remembered(createUrlGrammars(MODULE_FILES));
serveQuestions(CHECK_QUESTIONS, {
  toolsFor: createToolBox(source),
  timeoutMs: TIMEOUT_MS,
  load: (name) => loadModule(name, source),
});
