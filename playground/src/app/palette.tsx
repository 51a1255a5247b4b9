import { useMemo, useState } from "preact/hooks";
import { EXAMPLES } from "../examples/registry.ts";
import { LABS } from "../labs/registry.ts";
import { Dialog } from "./dialog.tsx";
import type { FrameState } from "./frame-state.ts";
import type { Lab } from "./lab.ts";
import { lessonRoom } from "./lesson-slot.ts";
import { nextTheme, themeTitle } from "./theme.ts";
import type { Command, Workbench } from "./workbench.ts";

interface PaletteProps {
  readonly bench: Workbench;
  readonly state: FrameState;
  readonly lab: Lab | null;
}

export function Palette(props: PaletteProps) {
  return (
    <Dialog state={props.state} name="palette" title="All commands">
      <PaletteList {...props} />
    </Dialog>
  );
}

function PaletteList({ bench, state, lab }: PaletteProps) {
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const all = useMemo(() => [...(lab?.commands?.(bench) ?? []), ...frameCommands(bench, state)], [bench, state, lab]);
  const found = all.filter(({ title }) => fits(title, words));
  const at = Math.min(chosen, found.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    state.dialog.value = null;
    command.run();
  };
  return (
    <>
      <div class="body">
        <input
          class="field wide"
          role="combobox"
          aria-label="Find a command"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[at] === undefined ? undefined : `command-${at}`}
          placeholder="Type a few letters"
          value={words}
          autofocus
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") setChosen((at + 1) % found.length);
            else if (event.key === "ArrowUp") setChosen((at - 1 + found.length) % found.length);
            else if (event.key === "Enter") {
              // A quick hand is ahead of the list: what stands in the field decides.
              const now = event.currentTarget.value;
              run(now === words ? found[at] : all.find(({ title }) => fits(title, now)));
            } else return;
            event.preventDefault();
          }}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setChosen(0);
          }}
        />
      </div>
      <div class="palette-list" id="palette-list" role="listbox" aria-label="Commands" tabIndex={-1}>
        {found.map((command, index) => (
          <div
            key={command.title}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
            onKeyDown={() => {}}
          >
            {command.title}
            {command.keys !== undefined && <kbd>{command.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="empty">No command fits; take a letter away.</p>}
    </>
  );
}

function fits(title: string, words: string): boolean {
  const name = title.toLowerCase();
  return words
    .toLowerCase()
    .split(" ")
    .every((word) => name.includes(word));
}

function frameCommands(bench: Workbench, state: FrameState): Command[] {
  return [
    ...LABS.map(({ id, title }) => ({ title: `Open the ${title} lab`, run: () => bench.change({ lab: id }) })),
    {
      title: "Lessons",
      run: () => {
        state.dialog.value = "lessons";
      },
    },
    ...(lessonRoom.value?.commands ?? []),
    ...EXAMPLES.map(({ title, document }) => ({ title: `Example: ${title}`, run: () => bench.openDocument(document) })),
    { title: `Theme: ${themeTitle()}; take the next`, run: nextTheme },
    {
      title: "Share, export",
      run: () => {
        state.dialog.value = "share";
      },
    },
    { title: "One event back", keys: "[", run: () => bench.moveTo(bench.document.value.playhead - 1) },
    { title: "One event on", keys: "]", run: () => bench.moveTo(bench.document.value.playhead + 1) },
    {
      title: "Keys and help",
      keys: "?",
      run: () => {
        state.dialog.value = "help";
      },
    },
  ];
}
