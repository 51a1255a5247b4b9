/**
 * What the agent has looked at, per session, checked before every write: closes the gap between the version a model
 * remembers and the one on disk.
 */
export { VERDICT_LETTERS } from "./letters.ts";
export {
  decidingField,
  type Fingerprint,
  fingerprintOf,
  isUnchanged,
  MAX_HASHED_BYTES,
  type Observation,
} from "./observation.ts";
export { applyPolicy, type ReadBeforeEdit, type ReadBeforeEditMode } from "./policy.ts";
export { gateFor, type Reader, type ReadGate, ReadMarks } from "./read-marks.ts";
export { isRevisionOf, parseRevision, revisionOf } from "./revision.ts";
export { FileStateTracker, type Judgement, type Verdict } from "./tracker.ts";
