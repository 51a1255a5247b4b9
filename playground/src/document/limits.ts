/** Bounds of a document, whether it comes from a link, a file or a folder. */
export const DOCUMENT_LIMITS = {
  files: 200,
  /** Of all files together. */
  bytes: 2 * 1024 * 1024,
  events: 500,
  pathLength: 512,
} as const;
