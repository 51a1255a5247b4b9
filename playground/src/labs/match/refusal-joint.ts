import { ERROR_CODES, type ErrorCode } from "../../../../runtime/errors.ts";
import type { Joint, Tone } from "../../app/mod.ts";

/** Exit code of everything that has to do with what a session saw. */
export const STALENESS_EXIT = 5;

/** How a refusal is drawn: by its code where the picture differs, else by what kind of refusal it is. */
export function jointOf(code: ErrorCode): Joint {
  if (ERROR_CODES[code].exitCode === STALENESS_EXIT) return "moved";
  if (code === "ambiguous" || code === "overlapping_matches" || code === "unexpected_replacement_count") return "two";
  if (code === "oversized_span" || code === "elision_placeholder") return "wide";
  if (code === "no_change") return "seated";
  return code === "no_sound_mapping" ? "split" : "absent";
}

export function toneOf(code: ErrorCode): Tone {
  if (code === "empty_needle" || code === "no_change") return "none";
  return jointOf(code) === "absent" || jointOf(code) === "split" ? "bad" : "warn";
}
