/**
 * The core in a worker: the same runtime as the server's, over a tree in memory. It folds the events of a document into
 * states and answers what a lab asks of them. Pages hold a client; the worker holds nothing that could not be folded again.
 */
export { createEngine, type Engine, type EngineAnswer, type EngineState } from "./client.ts";
export type { FileFacts, Frame, SeenFile, StoredBlobFacts } from "./frame.ts";
export type { Folded } from "./operations/fold.ts";
export type { EditPreview, PreviewRequest } from "./operations/preview.ts";
