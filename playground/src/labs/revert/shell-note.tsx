import { turnResults } from "./revert-results.ts";

/**
 * Always on screen: a partial undo that reads as complete is worse than none. Panes that stand alone on a narrow page
 * carry their own.
 */
export function ShellNote({ narrow }: { readonly narrow?: boolean }) {
  const note = turnResults.answer.value?.note;
  return (
    <p class="shell-note" data-narrow={narrow ? "" : undefined} data-testid={narrow ? undefined : "shell-note"}>
      <b>$</b>
      <span>{note ?? "What shell commands changed is not recorded and is not reverted."}</span>
    </p>
  );
}
