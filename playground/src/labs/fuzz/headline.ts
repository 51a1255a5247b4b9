import type { Headline } from "../../app/mod.ts";
import type { ShownFailure } from "../../fuzz/mod.ts";
import { failures, fault, rows, run, shown } from "./fuzz-state.ts";

export function fuzzHeadline(): Headline {
  if (fault.value !== null)
    return { tone: "bad", joint: "split", sentence: "The run ended early", why: `${fault.value}.` };
  const [failure] = failures.value;
  const isWaiting = run.value === "running";
  if (failure !== undefined) {
    const others = failures.value.length - 1;
    const found = failures.value[shown.value.failure] ?? failure;
    return {
      tone: "bad",
      joint: "split",
      sentence: others === 0 ? `${found.id} is refuted` : `${found.id} and ${others} more are refuted`,
      why: whyOf(found),
      isWaiting,
    };
  }
  const tried = rows.value.reduce((sum, row) => sum + row.runs, 0).toLocaleString("en");
  if (isWaiting)
    return { tone: "none", joint: "open", sentence: "Looking for a case against it", why: `${tried} values so far.` };
  if (run.value === "stopped")
    return { tone: "none", joint: "open", sentence: "Stopped", why: `No case was found in ${tried} values.` };
  if (run.value === "idle")
    return {
      tone: "none",
      joint: "absent",
      sentence: "Nothing was tried yet",
      why: "Choose laws and start: each is tried on random values until one speaks against it.",
    };
  const dark = rows.value.filter((row) => row.dark.length > 0).map(({ id }) => id);
  return {
    tone: dark.length > 0 ? "warn" : "good",
    joint: "seated",
    sentence: "Held in every case",
    why: dark.length > 0 ? `${tried} values, but ${dark.join(", ")} met not all kinds of cases.` : `${tried} values.`,
  };
}

/** Below the card stand both sides of a comparison. */
function whyOf({ title, difference, error }: ShownFailure): string {
  return difference === undefined ? (error.split("\n")[0] ?? "") : `It does not hold that: ${title}.`;
}
