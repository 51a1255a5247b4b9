import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Workbench } from "../app/mod.ts";
import { checks } from "../checks/mod.ts";
import type { EngineAnswer } from "../engine/mod.ts";
import { LABS } from "../labs/registry.ts";
import { reader } from "../wire/mod.ts";
import type { Lesson, LessonStep } from "./lesson.ts";
import { documentAfter } from "./lesson-document.ts";
import { type Bench, lookAt } from "./look.ts";
import { finish } from "./progress.ts";
import { LESSONS } from "./registry.ts";

/** Where the reader is. */
export interface Reading {
  readonly lesson: Lesson;
  /** From 0. */
  readonly at: number;
  readonly step: LessonStep;
  /** Nothing is left to do in this step but to go on. */
  readonly isDone: boolean;
  /** What was predicted; `null` before, and in other steps. */
  readonly choice: number | null;
  /** What each sight of the step shows, in its order; `null` while looking. */
  readonly seen: readonly (string | null)[];
}

export interface LessonState {
  readonly reading: ReadonlySignal<Reading | null>;
  /** Does what the step waits for. */
  act(choice?: number): void;
  goTo(at: number): void;
  open(id: string): void;
  /** The next step, or out of the last one. */
  goOn(): void;
  close(): void;
  /** Follows the address; returns what ends it. */
  follow(): () => void;
}

export function createLessonState(bench: Workbench): LessonState {
  const reading = signal<Reading | null>(null);
  let run = 0;

  function arrive(lesson: Lesson, at: number): void {
    const step = lesson.steps[at];
    if (step === undefined) return;
    const isDone = !waits(step);
    show(lesson, isDone ? at + 1 : at);
    reading.value = { lesson, at, step, isDone, choice: null, seen: [] };
    if (isDone) void look();
  }

  function show(lesson: Lesson, done: number): void {
    const document = documentAfter(lesson, done);
    bench.document.value = LABS.some(({ id }) => id === document.lab) ? document : { ...document, lab: LABS[0].id };
  }

  /** Looks at the lesson's own document, so that a reader who tries something else meanwhile changes no answer. */
  async function look(): Promise<void> {
    const now = reading.peek();
    const sights = now?.step.sees ?? [];
    if (now === null || sights.length === 0) return;
    run += 1;
    const mine = run;
    const document = documentAfter(now.lesson, now.at + 1);
    for (const [index, sight] of sights.entries()) {
      const said = await lookAt(sight.look, document, benchOf(bench)).catch((error: unknown) => String(error));
      const current = reading.peek();
      if (mine !== run || current === null) return;
      const seen = sights.map((_, place) => (place === index ? said : (current.seen[place] ?? null)));
      reading.value = { ...current, seen };
    }
  }

  const goTo = (at: number): void => {
    const now = reading.peek();
    if (now !== null) bench.lesson.value = { id: now.lesson.id, step: at + 1 };
  };
  const close = (): void => {
    bench.lesson.value = null;
  };
  return {
    reading,
    act(choice) {
      const now = reading.peek();
      if (now === null || now.isDone) return;
      batch(() => {
        show(now.lesson, now.at + 1);
        reading.value = { ...now, isDone: true, choice: choice ?? null };
      });
      void look();
    },
    goTo,
    open(id) {
      bench.lesson.value = { id, step: 1 };
    },
    goOn() {
      const now = reading.peek();
      if (now === null) return;
      if (now.at + 1 < now.lesson.steps.length) goTo(now.at + 1);
      else close();
    },
    close,
    follow: () =>
      effect(() => {
        const wanted = bench.lesson.value;
        const now = reading.peek();
        if (wanted === null) {
          reading.value = null;
          return;
        }
        const lesson = LESSONS.find(({ id }) => id === wanted.id);
        if (lesson === undefined) {
          bench.notice.value = { tone: "warn", sentence: `This page has no lesson "${wanted.id}".` };
          bench.lesson.value = null;
          return;
        }
        const at = Math.min(Math.max(wanted.step, 1), lesson.steps.length) - 1;
        if (at + 1 === lesson.steps.length) finish(lesson.id);
        if (now?.lesson === lesson && now.at === at) return;
        arrive(lesson, at);
      }),
  };
}

/** Whether a step does nothing before the reader asks for it. */
function waits({ kind }: LessonStep): boolean {
  return kind === "run" || kind === "break" || kind === "predict";
}

function benchOf({ engine }: Workbench): Bench {
  return {
    fold: async (document) => answered(await engine.ask("lesson", "fold", document)),
    preview: async (request) => answered(await engine.ask("lesson", "preview", request)),
    read: async (request) => answered(await reader().ask("lesson", "read", request)),
    check: async (request) => answered(await checks("lesson").ask("lesson", "check", request)),
  };
}

function answered<Output>(answer: EngineAnswer<Output>): Output {
  if (answer.kind === "answer") return answer.output;
  throw new Error(answer.kind === "fault" ? answer.message : "the engine did not answer; open the step again");
}
