import { LABS } from "../labs/registry.ts";
import { Icon, JointMark } from "../parts/mod.ts";
import { ExamplePicker } from "./example-picker.tsx";
import type { FrameState } from "./frame-state.ts";
import { lessonRoom } from "./lesson-slot.ts";
import { nextTheme, themeTitle } from "./theme.ts";
import type { Workbench } from "./workbench.ts";

export function TopBar({ bench, state }: { readonly bench: Workbench; readonly state: FrameState }) {
  const { lab } = bench.document.value;
  const lesson = lessonRoom.value?.heading() ?? null;
  return (
    <header class="top" data-region>
      <button
        type="button"
        class="btn bare only-medium"
        aria-label="Files and steps"
        aria-expanded={state.isDrawerOpen.value}
        onClick={() => {
          state.isDrawerOpen.value = !state.isDrawerOpen.value;
        }}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href="#lab=match">
        <JointMark joint="seated" />
        <span class="word">Mortise</span>
      </a>
      <button
        type="button"
        class="btn lesson-pick"
        title="All lessons"
        data-testid="lessons"
        onClick={() => {
          state.dialog.value = "lessons";
        }}
      >
        <Icon name="lesson" />
        <span class={lesson === null ? "lbl" : "lbl quiet"}>{lesson?.place ?? "Lessons"}</span>
        {lesson !== null && <span class="only-wide cut">{lesson.title}</span>}
      </button>
      <span class="pick examples">
        <ExamplePicker bench={bench} />
      </span>
      <nav class="labs" aria-label="Labs">
        {LABS.map(({ id, title }) => (
          <a key={id} href={`#lab=${id}`} aria-current={id === lab ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <span class="pick only-narrow">
        <select aria-label="Lab" value={lab} onChange={(event) => bench.change({ lab: event.currentTarget.value })}>
          {LABS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </span>
      <div class="tools">
        <button
          type="button"
          class="btn bare"
          onClick={() => {
            state.dialog.value = "share";
          }}
        >
          <Icon name="share" />
          <span class="lbl">Share</span>
        </button>
        <button
          type="button"
          class="btn bare"
          onClick={() => {
            state.dialog.value = "import";
          }}
        >
          <Icon name="import" />
          <span class="lbl">Import</span>
        </button>
        <button
          type="button"
          class="btn bare"
          aria-label={`Theme: ${themeTitle()}`}
          title={`Theme: ${themeTitle()}`}
          onClick={nextTheme}
        >
          <Icon name="theme" />
        </button>
        <button
          type="button"
          class="btn bare hide-narrow"
          aria-label="Ctrl K, all commands"
          onClick={() => {
            state.dialog.value = "palette";
          }}
        >
          <kbd>Ctrl K</kbd>
        </button>
        <button
          type="button"
          class="btn bare hide-narrow"
          aria-label="? Keys and help"
          onClick={() => {
            state.dialog.value = "help";
          }}
        >
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}
