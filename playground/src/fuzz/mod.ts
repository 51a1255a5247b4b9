/** Trying laws on random values in a worker of its own: the very modules that the test suites and `mortise fuzz` run. */
export { FAMILIES, familyOf } from "./family-names.ts";
export { FuzzRunner } from "./fuzz-runner.ts";
export type { FuzzReply, ListedLaw, ListedMutant, MetBucket, RunAsk, ShownFailure } from "./messages.ts";
