import { fileURLToPath } from "node:url";

/** Where the built playground lies, seen from the source and from what is built of it. */
export const PAGE_FOLDERS = ["../../playground/dist", "../../../playground/dist"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
