import type { LabEntry } from "../app/mod.ts";

/** The labs in the order of their tabs; the first opens when the address names none. One folder and one line each. */
export const LABS = [
  { id: "match", title: "Match", load: async () => (await import("./match/mod.ts")).matchLab },
  { id: "state", title: "State", load: async () => (await import("./state/mod.ts")).stateLab },
  { id: "revert", title: "Revert", load: async () => (await import("./revert/mod.ts")).revertLab },
  { id: "fuzz", title: "Fuzz", load: async () => (await import("./fuzz/mod.ts")).fuzzLab },
  { id: "wire", title: "Wire", load: async () => (await import("./wire/mod.ts")).wireLab },
  {
    id: "diagnostics",
    title: "Diagnostics",
    load: async () => (await import("./diagnostics/mod.ts")).diagnosticsLab,
  },
] as const satisfies readonly LabEntry[];
