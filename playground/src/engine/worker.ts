import "./worker-globals.ts";
import { FoldCache } from "./fold-cache.ts";
import { OPERATIONS } from "./operations/registry.ts";
import { serveQuestions } from "./serve-questions.ts";

serveQuestions(OPERATIONS, { folds: new FoldCache() });
