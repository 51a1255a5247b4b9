import { Icon } from "../parts/mod.ts";
import type { LessonState } from "./lesson-state.ts";
import { finished } from "./progress.ts";
import { LESSONS } from "./registry.ts";

/** Every lesson with the question it answers, and a tick on those read to the end. */
export function LessonList({ state, onOpen }: { readonly state: LessonState; readonly onOpen: () => void }) {
  const open = state.reading.value?.lesson.id;
  return (
    <ol class="lessons" data-testid="lesson-list">
      {LESSONS.map(({ id, title, question }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === open ? "true" : undefined}
            data-testid={`lesson-${id}`}
            onClick={() => {
              state.open(id);
              onOpen();
            }}
          >
            <span class="n">{finished.value.has(id) ? <Icon name="tick" /> : index + 1}</span>
            <span>
              <b>{title}</b>
              {finished.value.has(id) && <span class="quiet"> read</span>}
              <span class="soft">{question}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
