import { createUrlGrammars } from "../../../adapters/grammars/url.ts";
import { serveQuestions } from "../engine/serve-questions.ts";
import { createToolBox } from "./checker-tools.ts";
import { loadModule, remembered } from "./load-module.ts";
import { MODULE_FILES } from "./module-files.ts";
import { CHECK_QUESTIONS } from "./questions.ts";

const source = remembered(createUrlGrammars(MODULE_FILES));
serveQuestions(CHECK_QUESTIONS, { toolsFor: createToolBox(source), load: (name) => loadModule(name, source) });
