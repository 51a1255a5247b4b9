import { CHECKPOINTS } from "./checkpoints/checkpoints-engine.ts";
import { checkpointsProperties } from "./checkpoints/registry.ts";
import { DIAGNOSTICS_PROPERTIES } from "./diagnostics/registry.ts";
import { ENGINE } from "./edit/engine.ts";
import { editProperties } from "./edit/registry.ts";
import type { Property } from "./property.ts";
import { toolsProperties } from "./tools/registry.ts";
import { TOOLS } from "./tools/tools-engine.ts";
import { WIRE_ENGINE } from "./wire/engine.ts";
import { wireProperties } from "./wire/registry.ts";

/** Every law of the product, in the order in which they are listed and run. */
export const PROPERTIES: readonly Property<unknown>[] = [
  ...editProperties(ENGINE),
  ...toolsProperties(TOOLS),
  ...wireProperties(WIRE_ENGINE),
  ...DIAGNOSTICS_PROPERTIES,
  ...checkpointsProperties(CHECKPOINTS),
];
