import type { Workbench } from "../../app/mod.ts";
import { type CheckedChange, type ShownFinding, titleOf } from "../../checks/mod.ts";
import { Icon, PaneBar } from "../../parts/mod.ts";
import { checked, showLine } from "./diagnostics-results.ts";

/** Three columns: what was found before, what is found after, and what of that came with the change. */
export function FindingsPane({ bench }: { readonly bench: Workbench }) {
  const result = checked.answer.value;
  const isText = (bench.file.value?.text ?? null) !== null;
  return (
    <>
      <PaneBar title="Findings">
        <span class="quiet hide-narrow">compared by code and message, wherever they stand</span>
      </PaneBar>
      <div
        class="scroll grow"
        tabIndex={0}
        role="region"
        aria-label="Findings before, after and new"
        data-testid="finding-columns"
        data-state={result?.outcome.kind ?? "none"}
        data-waiting={checked.isSettled.value ? undefined : ""}
      >
        {result === null || !isText ? (
          <p class="empty">Nothing to check: no file with text is open.</p>
        ) : (
          <div class="columns">
            <Column title="Before" side="before" result={result} list={result.before} />
            <Column title="After" side="after" result={result} list={result.after} />
            <Column title="New" side="new" result={result} list={newOf(result)} />
          </div>
        )}
      </div>
    </>
  );
}

function newOf({ after }: CheckedChange): readonly ShownFinding[] | null {
  return after?.filter(({ state }) => state === "new") ?? null;
}

interface ColumnProps {
  readonly title: string;
  readonly side: "before" | "after" | "new";
  readonly result: CheckedChange;
  /** `null`: nobody looked at this side. */
  readonly list: readonly ShownFinding[] | null;
}

function Column({ title, side, result, list }: ColumnProps) {
  const { outcome } = result;
  return (
    <section aria-label={title} data-testid={`column-${side}`} data-state={list === null ? "unchecked" : list.length}>
      <h3>
        {title}
        <span class="quiet">{list === null ? "" : list.length}</span>
      </h3>
      {list === null ? (
        <p class="unchecked">
          <b>Not checked</b>
          <span>{outcome.kind === "unchecked" ? outcome.words : "there was no file"}</span>
          {outcome.kind === "unchecked" && result.missing.length > 0 && (
            <span>not loaded: {result.missing.map(titleOf).join(", ")}</span>
          )}
        </p>
      ) : list.length === 0 ? (
        <p class="clean" data-tone="good">
          <Icon name="tick" />
          <span>
            <b>{side === "new" ? "Nothing new" : "Clean"}</b> {outcome.kind === "checked" ? outcome.block.checker : ""}
          </span>
        </p>
      ) : (
        <ul>
          {list.map((finding, index) => (
            // Findings may be alike to the letter, so the place is part of the key.
            <Finding key={`${index}${finding.code}`} finding={finding} side={side} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Finding({ finding, side }: { readonly finding: ShownFinding; readonly side: ColumnProps["side"] }) {
  const { severity, code, line, message, state, otherLine } = finding;
  return (
    <li
      class="finding"
      data-tone={severity === "error" ? "bad" : "warn"}
      data-state={state}
      data-testid={`finding-${state}`}
    >
      <p class="finding-head">
        <b>{severity}</b>
        <code>{code}</code>
        {line !== undefined && (
          <>
            <span class="num only-narrow">line {line}</span>
            <button
              type="button"
              class="link num hide-narrow"
              onClick={() => showLine(side === "before" ? "before" : "after", line)}
            >
              line {line}
            </button>
          </>
        )}
      </p>
      <p>{message}</p>
      {side !== "new" && <p class="quiet">{linkOf(side, state, line, otherLine)}</p>}
    </li>
  );
}

function linkOf(
  side: "before" | "after",
  state: ShownFinding["state"],
  line: number | undefined,
  otherLine: number | undefined,
): string {
  switch (state) {
    case "new":
      return "new with the change";
    case "mended":
      return "gone after the change";
    case "uncovered":
      return "the text before could not be read so far: not called new";
    case "same": {
      if (otherLine === undefined || line === undefined) return "on both sides";
      if (otherLine === line) return "on both sides, same line";
      return side === "before" ? `the same one, now on line ${otherLine}` : `the same one, before on line ${otherLine}`;
    }
  }
}
