/**
 * The laws of the product as data, and the runner that tries them. The command line gets this room from its host, since
 * nothing in the core depends on tests; the fuzz lab of the page imports it.
 */
export { PROPERTIES } from "./properties.ts";
export type { Property } from "./property.ts";
export { formatKey, parseKey } from "./replay-key.ts";
export { DEFAULT_RUNS, type RunWatch, runProperty } from "./run-property.ts";
export { createPropertyRunner, propertyRunner } from "./runner.ts";
export { parseSavedCases, type SavedCase, type SavedCases, withSavedCase } from "./saved-cases.ts";
