import type { WireError } from "../wire/mod.ts";

export interface RecoveredCall {
  readonly id: string;
  readonly name: string;
  readonly format: string;
  /** Arguments that do not fit their schema and stand as the model wrote them. */
  readonly mismatched: readonly string[];
}

/** What was done to one answer, as `x_mortise` tells it. */
export interface ChoiceReport {
  readonly index: number;
  readonly recovered: readonly RecoveredCall[];
  readonly cut: { readonly at: number; readonly droppedUnits: number } | null;
  readonly errors: readonly WireError[];
  /** Calls beyond the one that `parallel_tool_calls: false` allows. */
  readonly leftOut: readonly { readonly name: string }[];
}

export function isUnchanged({ recovered, cut, errors }: ChoiceReport): boolean {
  return recovered.length === 0 && cut === null && errors.length === 0;
}

/** The field `x_mortise` of a chunk or a body. */
export function reportField(choices: readonly ChoiceReport[], retries: number): object {
  return {
    retries,
    choices: choices.map(({ index, recovered, cut, errors, leftOut }) => ({
      index,
      recovered,
      cut: cut && { at: cut.at, dropped_characters: cut.droppedUnits },
      errors: errors.map(({ error, format, at, name, message }) => ({ error, format, at, name, message })),
      left_out: leftOut,
    })),
  };
}

/** The header `x-mortise`: what was watched for, and as far as the answer is whole, what was done. */
export function reportHeader(mode: "pass" | "watch", retries: number, choices: readonly ChoiceReport[] = []): string {
  const sum = (count: (choice: ChoiceReport) => number) => choices.reduce((total, choice) => total + count(choice), 0);
  const counts = {
    retries,
    recovered: sum(({ recovered }) => recovered.length),
    cut: sum(({ cut }) => (cut === null ? 0 : 1)),
    errors: sum(({ errors }) => errors.length),
  };
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return [mode, ...told.map(([name, count]) => `${name}=${count}`)].join(", ");
}
