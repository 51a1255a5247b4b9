import type { Workbench } from "../../app/mod.ts";
import { CodeEditor, PaneBar } from "../../parts/mod.ts";
import { characters } from "./headline.ts";
import { wireInputs } from "./wire-inputs.ts";

/** The raw message, to be pasted or typed. */
export function OutputPane({ bench }: { readonly bench: Workbench }) {
  const { text } = wireInputs.of(bench);
  return (
    <>
      <PaneBar title="Model output">
        <span class="quiet">paste or type; as it came from the model</span>
        <span class="grow" />
        <span class="quiet num hide-narrow">{characters(text.length)}</span>
      </PaneBar>
      <CodeEditor
        testId="output-editor"
        label="Model output"
        text={text}
        onText={(changed) => wireInputs.set(bench, { text: changed, arrived: null })}
      />
      <p class="keys">
        <span class="key end">Esc, then Tab leaves the editor</span>
      </p>
    </>
  );
}
