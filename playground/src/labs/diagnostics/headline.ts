import type { Headline, Workbench } from "../../app/mod.ts";
import type { CheckedChange } from "../../checks/mod.ts";
import { checked, loading } from "./diagnostics-results.ts";

/** What the write would report. */
export function diagnosticsHeadline(bench: Workbench): Headline {
  const isWaiting = !checked.isSettled.value || loading.value !== null || !bench.isFolded.value;
  const file = bench.file.value;
  if (file === null)
    return { tone: "none", joint: "open", sentence: "No file is open", why: "Pick one in the tree, or import one." };
  if (file.text === null)
    return { tone: "none", joint: "open", sentence: "Not checked", why: "The file is no text.", isWaiting };
  const result = checked.answer.value;
  if (result === null) return { tone: "none", joint: "open", sentence: "Getting ready", why: "", isWaiting: true };
  return { ...headlineOf(result), isWaiting };
}

export function headlineOf({ outcome, before, after }: CheckedChange): Headline {
  if (outcome.kind === "unchecked")
    return {
      tone: "none",
      joint: "open",
      sentence: "Not checked",
      why: `${upper(outcome.words)}. The answer to the write says nothing: no key, and no all-clear.`,
    };
  const { checker, new_count: count, baseline } = outcome.block;
  if (count > 0) {
    const hasErrors = outcome.block.findings.some(({ severity }) => severity === "error");
    return {
      tone: hasErrors ? "bad" : "warn",
      joint: "split",
      sentence: baseline === undefined ? `New: ${findings(count)}` : `In the new file: ${findings(count)}`,
      why:
        baseline === undefined
          ? `${checker} found ${count === 1 ? "it" : "them"} after the change and not before.`
          : `${checker} had no text before to compare with.`,
    };
  }
  const old = after?.filter(({ state }) => state === "same").length ?? 0;
  const unsure = after?.filter(({ state }) => state === "uncovered").length ?? 0;
  const gone = before?.filter(({ state }) => state === "mended").length ?? 0;
  if (unsure > 0)
    return {
      tone: "none",
      joint: "seated",
      sentence: "Checked: nothing is called new",
      why: `${findings(unsure)} came to light when the text could be read again. Whether they are new, nobody knows.`,
    };
  const mended = gone > 0 ? ` ${findings(gone)} ${gone === 1 ? "is" : "are"} gone.` : "";
  if (old > 0)
    return {
      tone: "good",
      joint: "seated",
      sentence: "Checked: nothing new",
      why: `${checker} found ${findings(old)} that stood there before the change.${mended}`,
    };
  return {
    tone: "good",
    joint: "seated",
    sentence: "Checked and clean",
    why: `${checker} read the text after the change and found nothing.${mended}`,
  };
}

export function findings(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
