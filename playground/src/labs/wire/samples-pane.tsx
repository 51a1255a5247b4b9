import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { DISTURBANCES, type Disturbance } from "../../../../runtime/eval/mod.ts";
import { FORMAT_NAMES, type WireFormatName } from "../../../../runtime/wire/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import { CodeEditor, PaneBar } from "../../parts/mod.ts";
import { DEFAULT_TOOLS, type ListedFormat, reader } from "../../wire/mod.ts";
import { wireInputs } from "./wire-inputs.ts";

/** The eight that are tested by their vectors; the others follow them. */
const MAIN = 8;

const chosen = signal<{ readonly format: WireFormatName | null; readonly disturbance: Disturbance }>({
  format: null,
  disturbance: "fabricated",
});

/** Known by their names alone until the worker has answered. */
const listed = signal<readonly ListedFormat[]>(FORMAT_NAMES.map((name) => ({ name, title: name })));

async function listFormats(): Promise<void> {
  const reply = await reader().ask("formats", "formats", undefined);
  if (reply.kind === "answer") listed.value = reply.output;
}

/** One sample for each format, written by the core; and the tools that the calls are held against. */
export function SamplesPane({ bench }: { readonly bench: Workbench }) {
  const { format, disturbance } = chosen.value;
  useEffect(() => void listFormats(), []);
  return (
    <>
      <PaneBar title="Samples">
        <span class="grow" />
        <select
          class="select"
          aria-label="How the sample is disturbed"
          data-testid="disturbance"
          value={disturbance}
          onChange={({ currentTarget: { value } }) => {
            const wanted = DISTURBANCES.find((name) => name === value) ?? disturbance;
            void take(bench, format, wanted);
          }}
        >
          {DISTURBANCES.map((name) => (
            <option key={name} value={name}>
              {DISTURBANCE_WORDS[name]}
            </option>
          ))}
        </select>
      </PaneBar>
      <div class="scroll grow">
        <FormatList bench={bench} title="Formats" formats={listed.value.slice(0, MAIN)} />
        <FormatList bench={bench} title="Beyond the eight" formats={listed.value.slice(MAIN)} />
      </div>
      <PaneBar title="Tools">
        <span class="quiet">JSON Schema</span>
      </PaneBar>
      <CodeEditor
        testId="tools-editor"
        label="Definitions of the tools, JSON"
        path="tools.json"
        text={wireInputs.of(bench).tools}
        onText={(tools) => wireInputs.set(bench, { tools })}
      />
    </>
  );
}

const DISTURBANCE_WORDS: Readonly<Record<Disturbance, string>> = {
  clean: "plain",
  noisy: "among prose",
  truncated: "cut off",
  fabricated: "made-up result",
};

interface FormatListProps {
  readonly bench: Workbench;
  readonly title: string;
  readonly formats: readonly ListedFormat[];
}

function FormatList({ bench, title: heading, formats }: FormatListProps) {
  const { format, disturbance } = chosen.value;
  return (
    <section aria-label={heading} class="formats">
      <h3 class="quiet">{heading}</h3>
      <ul>
        {formats.map(({ name, title }) => (
          <li key={name}>
            <button
              type="button"
              data-testid={`sample-${name}`}
              aria-pressed={name === format}
              onClick={() => void take(bench, name, disturbance)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Puts the sample, and the tools it was written for, in place of the text. */
async function take(bench: Workbench, format: WireFormatName | null, disturbance: Disturbance): Promise<void> {
  chosen.value = { format, disturbance };
  if (format === null) return;
  const reply = await reader().ask("sample", "sample", { format, disturbance });
  if (reply.kind === "superseded") return;
  if (reply.kind === "answer" && reply.output.kind === "text") {
    wireInputs.set(bench, { text: reply.output.text, tools: DEFAULT_TOOLS, arrived: null });
    return;
  }
  const why =
    reply.kind === "answer" && reply.output.kind === "refused" ? reply.output.message : "the worker gave no answer";
  bench.notice.value = { tone: "warn", sentence: `There is no such sample: ${why}.` };
}
