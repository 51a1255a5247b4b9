/**
 * The core's checkers in a worker of their own, on a host that is a page: no programs, and only those modules that the
 * reader loaded. What they do not find is not there, so a check that cannot run says nothing, as everywhere.
 */
export type { CheckedChange, CheckRequest, ShownFinding } from "./check-change.ts";
export { checks } from "./checks.ts";
export type { TreeFile } from "./config-files.ts";
export { type CheckerModuleFacts, MODULES, type ModuleName, sizeOf, titleOf } from "./modules.ts";
