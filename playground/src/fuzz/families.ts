import { lawsOfMutants, type MutantLaws } from "../../../test/mutants/laws.ts";
import type { Property } from "../../../test/property/property.ts";

export interface LoadedFamily {
  readonly laws: readonly Property<unknown>[];
  readonly mutants: readonly MutantLaws[];
}

interface FamilySource {
  readonly id: string;
  load(): Promise<LoadedFamily>;
}

/** What the worker loads for each family: those over a tree of files bring one along, so each loads when it is asked for. */
export const FAMILY_SOURCES: readonly FamilySource[] = [
  {
    id: "edit",
    async load() {
      const { editProperties } = await import("../../../test/property/edit/registry.ts");
      const { ENGINE } = await import("../../../test/property/edit/engine.ts");
      const { EDIT_MUTANTS } = await import("../../../test/mutants/edit-mutants.ts");
      return { laws: editProperties(ENGINE), mutants: lawsOfMutants(EDIT_MUTANTS, ENGINE, editProperties) };
    },
  },
  {
    id: "wire",
    async load() {
      const { wireProperties } = await import("../../../test/property/wire/registry.ts");
      const { WIRE_ENGINE } = await import("../../../test/property/wire/engine.ts");
      const { WIRE_MUTANTS } = await import("../../../test/mutants/wire-mutants.ts");
      return { laws: wireProperties(WIRE_ENGINE), mutants: lawsOfMutants(WIRE_MUTANTS, WIRE_ENGINE, wireProperties) };
    },
  },
  {
    id: "tools",
    async load() {
      const { toolsProperties } = await import("../../../test/property/tools/registry.ts");
      const { TOOLS } = await import("../../../test/property/tools/tools-engine.ts");
      const { TOOLS_MUTANTS } = await import("../../../test/mutants/tools-mutants.ts");
      return { laws: toolsProperties(TOOLS), mutants: lawsOfMutants(TOOLS_MUTANTS, TOOLS, toolsProperties) };
    },
  },
  {
    id: "checkpoints",
    async load() {
      const { checkpointsProperties } = await import("../../../test/property/checkpoints/registry.ts");
      const { CHECKPOINTS } = await import("../../../test/property/checkpoints/checkpoints-engine.ts");
      const { CHECKPOINTS_MUTANTS } = await import("../../../test/mutants/checkpoints-mutants.ts");
      const mutants = lawsOfMutants(CHECKPOINTS_MUTANTS, CHECKPOINTS, checkpointsProperties);
      return { laws: checkpointsProperties(CHECKPOINTS), mutants };
    },
  },
  {
    id: "diagnostics",
    async load() {
      const { DIAGNOSTICS_PROPERTIES } = await import("../../../test/property/diagnostics/registry.ts");
      return { laws: DIAGNOSTICS_PROPERTIES, mutants: [] };
    },
  },
];
