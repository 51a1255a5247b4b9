/**
 * What a playground page is about, as data: a starting tree, what happened to it, and what the labs were asked. Links,
 * files, lessons and exported tests are all this one document.
 */

export { describeEvent } from "./describe-event.ts";
export { EMPTY_DOCUMENT } from "./empty-document.ts";
export { contentBytes, fileContent } from "./file-content.ts";
export { DOCUMENT_LIMITS } from "./limits.ts";
export { type DocumentFault, parseDocument } from "./parse-document.ts";
export { READ_GATES, READ_MODES } from "./read-rules.ts";
export {
  type Actor,
  type EventType,
  eventsSchema,
  type FileContent,
  type PlaygroundDocument,
  type PlaygroundEvent,
  type PlaygroundFile,
} from "./schema.ts";
