import { argumentCases } from "./cases/arguments.ts";
import { guardCases } from "./cases/guards.ts";
import { insertCases } from "./cases/insert.ts";
import { memoryCases } from "./cases/memory.ts";
import { patchCases } from "./cases/patch.ts";
import { pathCases } from "./cases/paths.ts";
import { readingCases } from "./cases/reading.ts";
import { revertCases } from "./cases/revert.ts";
import { strReplaceCases } from "./cases/str-replace.ts";
import { symbolCases } from "./cases/symbols.ts";
import { syntaxCases } from "./cases/syntax.ts";
import { undoCases } from "./cases/undo.ts";
import { viewCases } from "./cases/view.ts";
import { writeFileCases } from "./cases/write-file.ts";
import type { DoorCase } from "./door-case.ts";

/** Blobs of a size that a case can go over; and a checker's first start on a busy machine takes seconds, which no door tells. */
const SMALL_AND_PATIENT = { MORTISE_CHECKPOINT_MAX_BLOB_BYTES: "10000", MORTISE_DIAGNOSTICS_TIMEOUT: "60" } as const;

/** Variables that cases are played under; a small blob limit, so that a case can go over it. */
export const PROFILES = {
  shipped: SMALL_AND_PATIENT,
  enforcing: { ...SMALL_AND_PATIENT, MORTISE_READ_BEFORE_EDIT: "enforce" },
  gated: { ...SMALL_AND_PATIENT, MORTISE_READ_GATE: "turn" },
} as const;

export const DOOR_CASES: readonly DoorCase[] = [
  ...viewCases,
  ...strReplaceCases,
  ...insertCases,
  ...patchCases,
  ...symbolCases,
  ...undoCases,
  ...syntaxCases,
  ...guardCases,
  ...pathCases,
  ...argumentCases,
  ...writeFileCases,
  ...readingCases,
  ...revertCases,
  ...memoryCases,
];
