import { useEffect, useRef } from "preact/hooks";
import { Icon, PaneBar } from "../parts/mod.ts";
import type { LessonState, Reading } from "./lesson-state.ts";
import { closeLesson, StepBody } from "./step-body.tsx";

/** The question, and the steps: those done can be opened again, the current one holds its controls, later ones are quiet. */
export function LessonPane({ state }: { readonly state: LessonState }) {
  const now = state.reading.value;
  const current = useRef<HTMLLIElement>(null);
  const place = now === null ? "" : `${now.lesson.id}/${now.at}`;
  useEffect(() => {
    if (place === "") return;
    current.current?.focus({ preventScroll: true });
    current.current?.scrollIntoView({ block: "nearest" });
  }, [place]);
  if (now === null) return <p class="loading">Loading the lesson.</p>;
  const { lesson, at } = now;
  return (
    <>
      <PaneBar title="Lesson">
        <span class="grow" />
        <span class="quiet" data-testid="lesson-place">
          step {at + 1} of {lesson.steps.length}
        </span>
        <button type="button" class="btn bare" data-testid="lesson-close" onClick={() => closeLesson(state)}>
          Close
        </button>
      </PaneBar>
      <div class="lesson scroll grow" data-testid="lesson-steps" data-lesson={lesson.id} data-step={at + 1}>
        <h3 class="ask">{lesson.question}</h3>
        <ol class="steps">
          {lesson.steps.map((step, index) => (
            <li
              key={step.title}
              ref={index === at ? current : undefined}
              class={index < at ? "done" : index === at ? "now" : undefined}
              data-n={index + 1}
              aria-current={index === at ? "step" : undefined}
              tabIndex={index === at ? -1 : undefined}
            >
              <StepLine state={state} now={now} index={index} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function StepLine({ state, now, index }: { state: LessonState; now: Reading; index: number }) {
  const title = now.lesson.steps[index]?.title;
  if (index > now.at) return <span>{title}</span>;
  if (index === now.at) return <StepBody state={state} now={now} />;
  return (
    <button type="button" class="again" onClick={() => state.goTo(index)}>
      <Icon name="tick" />
      <span>{title}</span>
    </button>
  );
}
