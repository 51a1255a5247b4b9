import type { Workbench } from "../../app/mod.ts";
import { CodeEditor, PaneBar } from "../../parts/mod.ts";
import { changeIn, diagnosticsInputs } from "./diagnostics-inputs.ts";
import { shownLine } from "./diagnostics-results.ts";

/** The text before, which is the file, and the text that a write would leave. */
export function ChangePane({ bench }: { readonly bench: Workbench }) {
  const file = bench.file.value;
  if (file === null) return <p class="empty">No file is open. Pick one in the tree, or import one.</p>;
  if (file.text === null) return <p class="empty">{file.path} is no text, so no checker reads it.</p>;
  const { path, text } = file;
  const { edits, isNew, typescript } = diagnosticsInputs.of(bench);
  const { after } = changeIn(bench.document.value, path, text);
  return (
    <>
      <div class="pair">
        <div data-off={isNew ? "" : undefined}>
          <PaneBar title="Before">
            <span class="quiet mono cut">{path}</span>
          </PaneBar>
          {isNew ? (
            <p class="empty">There is no file yet. What is found after the change is all called new.</p>
          ) : (
            <CodeEditor
              key={path}
              testId="before-editor"
              label={`Before the change, ${path}`}
              path={path}
              text={text}
              reveal={shownLine.value?.side === "before" ? shownLine.value : null}
              onText={(changed) => bench.typeInto(path, changed)}
            />
          )}
        </div>
        <div>
          <PaneBar title="After">
            <span class="quiet">{after === text && !isNew ? "as before; type here" : "as the write leaves it"}</span>
          </PaneBar>
          <CodeEditor
            key={path}
            testId="after-editor"
            label={`After the change, ${path}`}
            path={path}
            text={after}
            reveal={shownLine.value?.side === "after" ? shownLine.value : null}
            onText={(changed) => diagnosticsInputs.set(bench, { edits: { ...edits, [path]: changed } })}
          />
        </div>
      </div>
      <div class="opts">
        <label class="tick">
          <input
            type="checkbox"
            checked={isNew}
            data-testid="is-new"
            onChange={(event) => diagnosticsInputs.set(bench, { isNew: event.currentTarget.checked })}
          />
          a new file
        </label>
        <label class="tick">
          <code>typescript_diagnostics</code>
          <select
            class="select"
            data-testid="typescript"
            value={typescript}
            onChange={({ currentTarget: { value } }) =>
              diagnosticsInputs.set(bench, { typescript: value === "syntax" ? "syntax" : "off" })
            }
          >
            <option value="off">off</option>
            <option value="syntax">syntax</option>
          </select>
        </label>
        <span class="grow" />
        <button
          type="button"
          class="btn"
          data-testid="take-back"
          disabled={after === text}
          onClick={() =>
            diagnosticsInputs.set(bench, {
              edits: Object.fromEntries(Object.entries(edits).filter(([other]) => other !== path)),
            })
          }
        >
          Take the change back
        </button>
      </div>
    </>
  );
}
