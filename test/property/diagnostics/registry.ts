import type { Property } from "../property.ts";
import { onlyNew } from "./d01-only-new.ts";
import { shortAndTrue } from "./d02-short-and-true.ts";

/** The laws of what a write reports. */
export const DIAGNOSTICS_PROPERTIES: readonly Property<unknown>[] = [onlyNew, shortAndTrue];
