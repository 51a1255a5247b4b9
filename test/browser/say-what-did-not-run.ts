import { CHROMIUM, HOW_TO_GET_CHROMIUM } from "./chromium.ts";

/** At the end of `npm test`: the browser tests are a run of their own, and silence would look like success. */
export function teardown(): void {
  const how =
    CHROMIUM === null
      ? `there is no browser; ${HOW_TO_GET_CHROMIUM}`
      : "npm run build:playground && npm run test:browser";
  console.log(`\nThe browser tests of the playground did not run here: ${how}`);
}
