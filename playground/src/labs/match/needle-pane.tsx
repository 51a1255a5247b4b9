import type { Workbench } from "../../app/mod.ts";
import { CodeEditor, PaneBar } from "../../parts/mod.ts";
import { applyEdit } from "./apply-edit.ts";
import { matchInputs, setMatchInputs } from "./match-inputs.ts";
import { WhatIfPanel } from "./what-if-panel.tsx";

export function NeedlePane({ bench }: { readonly bench: Workbench }) {
  const asked = matchInputs(bench);
  const path = bench.path.value ?? "";
  return (
    <>
      <div class="pair">
        <div>
          <PaneBar title="Needle">
            <code class="quiet">old_text</code>
            <span class="grow" />
            <span class="quiet hide-narrow">{lineCount(asked.old_text)}</span>
          </PaneBar>
          <CodeEditor
            testId="needle-editor"
            label="Needle, old_text"
            path={path}
            text={asked.old_text}
            onText={(old_text) => setMatchInputs(bench, { old_text })}
          />
        </div>
        <div>
          <PaneBar title="Replacement">
            <code class="quiet">new_text</code>
            <span class="grow" />
            <span class="quiet hide-narrow">{lineCount(asked.new_text)}</span>
          </PaneBar>
          <CodeEditor
            testId="replacement-editor"
            label="Replacement, new_text"
            path={path}
            text={asked.new_text}
            onText={(new_text) => setMatchInputs(bench, { new_text })}
          />
        </div>
      </div>
      <div class="opts">
        <label class="tick">
          <input
            type="checkbox"
            checked={asked.replace_all}
            onChange={(event) => setMatchInputs(bench, { replace_all: event.currentTarget.checked })}
          />
          replace_all
        </label>
        <label class="tick">
          expected
          <input
            class="field"
            inputMode="numeric"
            placeholder="any"
            aria-label="expected_replacements"
            value={asked.expected ?? ""}
            onInput={(event) => {
              const { value } = event.currentTarget;
              setMatchInputs(bench, { expected: /^\d{1,6}$/.test(value) ? Number(value) : null });
            }}
          />
        </label>
        <span class="grow" />
        <button type="button" class="btn main" data-testid="apply" onClick={() => applyEdit(bench)}>
          Apply <kbd class="hide-narrow">Ctrl ↵</kbd>
        </button>
      </div>
      <WhatIfPanel bench={bench} />
    </>
  );
}

function lineCount(text: string): string {
  const count = text === "" ? 0 : text.split(/\r\n|\n|\r/).length - (/[\r\n]$/.test(text) ? 1 : 0);
  return count === 1 ? "1 line" : `${count} lines`;
}
