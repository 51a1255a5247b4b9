import { CHECKPOINTS } from "../property/checkpoints/checkpoints-engine.ts";
import { checkpointsProperties } from "../property/checkpoints/registry.ts";
import { ENGINE } from "../property/edit/engine.ts";
import { editProperties } from "../property/edit/registry.ts";
import { toolsProperties } from "../property/tools/registry.ts";
import { TOOLS } from "../property/tools/tools-engine.ts";
import { WIRE_ENGINE } from "../property/wire/engine.ts";
import { wireProperties } from "../property/wire/registry.ts";
import { CHECKPOINTS_MUTANTS } from "./checkpoints-mutants.ts";
import { EDIT_MUTANTS } from "./edit-mutants.ts";
import { lawsOfMutants, type MutantLaws } from "./laws.ts";
import { TOOLS_MUTANTS } from "./tools-mutants.ts";
import { WIRE_MUTANTS } from "./wire-mutants.ts";

/** Every fault that is put into the product on purpose, each with the law that catches it. */
export const MUTANTS: readonly MutantLaws[] = [
  ...lawsOfMutants(EDIT_MUTANTS, ENGINE, editProperties),
  ...lawsOfMutants(TOOLS_MUTANTS, TOOLS, toolsProperties),
  ...lawsOfMutants(WIRE_MUTANTS, WIRE_ENGINE, wireProperties),
  ...lawsOfMutants(CHECKPOINTS_MUTANTS, CHECKPOINTS, checkpointsProperties),
];
