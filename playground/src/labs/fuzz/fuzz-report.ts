import { exportsOf } from "./exports.ts";
import { failures, rows, seed } from "./fuzz-state.ts";

/** What a report says of the run: the laws with their counts, and each case found. */
export function fuzzReport(): string {
  const tried = rows.value.map(({ id, state, runs }) => `- ${id}: ${state}, ${runs} values`);
  const cases = failures.value.map((failure) => {
    const [command] = exportsOf(failure);
    return `### ${failure.id}\n\n${failure.error}\n\n\`\`\`json\n${JSON.stringify(failure.counterexample, null, 2)}\n\`\`\`\n\n\`${command?.text ?? ""}\``;
  });
  return [`Seed ${seed.value ?? "of the key"}`, tried.join("\n"), ...cases].join("\n\n");
}
