import { useEffect, useRef, useState } from "preact/hooks";
import type { PredictStep, RuleStep } from "./lesson.ts";
import type { LessonState, Reading } from "./lesson-state.ts";
import { MarkedText } from "./marked-text.tsx";
import { ProveBox } from "./prove/prove-box.tsx";
import { LESSONS } from "./registry.ts";

/** The current step: its text, what it waits for, what is seen then, and the way on. */
export function StepBody({ state, now }: { readonly state: LessonState; readonly now: Reading }) {
  const { lesson, at, step, isDone } = now;
  const isLast = at + 1 === lesson.steps.length;
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const key = `${lesson.id}/${at}`;
  const way = useRef<HTMLButtonElement>(null);
  const hasActed = isDone && (step.kind === "run" || step.kind === "break" || step.kind === "predict");
  // The button that was pressed is gone; the way on takes its place under the same finger.
  useEffect(() => {
    if (hasActed) way.current?.focus();
  }, [hasActed]);
  return (
    <>
      <b class="title">
        <MarkedText text={step.title} />
      </b>
      <div class="body">
        {step.text.map((text) => (
          <p key={text}>
            <MarkedText text={text} />
          </p>
        ))}
        {step.quotes?.map(({ label, text }) => (
          <figure key={label} class="quote">
            <figcaption>{label}</figcaption>
            <pre tabIndex={0}>{text.trimEnd()}</pre>
          </figure>
        ))}
        {step.kind === "predict" && <Prediction key={key} state={state} step={step} now={now} />}
        {(step.kind === "run" || step.kind === "break") && !isDone && (
          <button type="button" class="btn main" data-testid="lesson-act" onClick={() => state.act()}>
            {step.button ?? "Run"}
          </button>
        )}
        {step.kind === "prove" && <ProveBox key={key} ids={lesson.properties} />}
        {step.kind === "rule" && <Rule now={now} step={step} />}
        {isDone && <Sights now={now} />}
        {isDone && !isLast && (
          <button ref={way} type="button" class="btn main" data-testid="lesson-next" onClick={state.goOn}>
            Next step
          </button>
        )}
        {isLast && next !== undefined && (
          <button type="button" class="btn main" data-testid="lesson-next" onClick={() => state.open(next.id)}>
            Next lesson: {next.title}
          </button>
        )}
        {isLast && (
          <button type="button" class="btn" data-testid="lesson-leave" onClick={() => closeLesson(state)}>
            Close the lesson
          </button>
        )}
      </div>
    </>
  );
}

/** Focus goes back to where lessons are opened. */
export function closeLesson(state: LessonState): void {
  state.close();
  document.querySelector<HTMLElement>(".lesson-pick")?.focus();
}

interface PredictionProps {
  readonly state: LessonState;
  readonly step: PredictStep;
  readonly now: Reading;
}

function Prediction({ state, step, now }: PredictionProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { choice } = now;
  if (choice !== null) {
    const isRight = choice === step.right;
    return (
      <div class="told" data-tone={isRight ? "good" : "warn"} role="status" data-testid="lesson-told">
        <p>
          You said: <MarkedText text={step.choices[choice] ?? ""} />. <b>{isRight ? "Right." : "Not so."}</b>
        </p>
        {!isRight && (
          <p>
            It is: <MarkedText text={step.choices[step.right] ?? ""} />.
          </p>
        )}
        <p>
          <MarkedText text={step.because} />
        </p>
      </div>
    );
  }
  return (
    <form
      class="predict"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) state.act(chosen);
      }}
    >
      <fieldset>
        <legend class="sr">Your prediction</legend>
        {step.choices.map((text, index) => (
          <label key={text}>
            <input
              type="radio"
              name="prediction"
              value={index}
              checked={chosen === index}
              onChange={() => setChosen(index)}
            />
            <span>
              <MarkedText text={text} />
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" class="btn main" data-testid="lesson-act" disabled={chosen === null}>
        {chosen === null ? "Choose first" : "Show what happens"}
      </button>
    </form>
  );
}

function Sights({ now: { step, seen } }: { readonly now: Reading }) {
  if (step.sees === undefined) return null;
  const isSettled = step.sees.every((_, index) => typeof seen[index] === "string");
  return (
    <dl class="sights" data-testid="sights" data-state={isSettled ? "settled" : "looking"}>
      {step.sees.map(({ label }, index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-testid={`sight-${index}`}>{seen[index] ?? "…"}</dd>
        </div>
      ))}
    </dl>
  );
}

function Rule({ now: { lesson } }: { readonly now: Reading; readonly step: RuleStep }) {
  return (
    <p class="quiet">
      Written down in <code>{lesson.doc.file}</code>, section “<MarkedText text={lesson.doc.heading} />
      ”. This lesson <a href={`lessons/${lesson.id}.html`}>as a page to read or print</a>.
    </p>
  );
}
