import { existsSync } from "node:fs";

/** The browser of the tests, by its path; `null` when this machine has none. */
export const CHROMIUM =
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync) ?? null;

export const HOW_TO_GET_CHROMIUM =
  "install chromium (on Debian: apt-get install --no-install-recommends chromium), then npm run build:playground && " +
  "npm run test:browser";
