import type { ComponentType } from "preact";
import type { Command, Pane, Workbench } from "../app/mod.ts";
import { LessonList } from "./lesson-list.tsx";
import { LessonPane } from "./lesson-pane.tsx";
import { createLessonState } from "./lesson-state.ts";
import { LESSONS } from "./registry.ts";

/** What the frame shows of lessons. */
export interface LessonRoom {
  readonly pane: Pane;
  /** The choice of lessons; `onOpen` is called when one was chosen. */
  readonly List: ComponentType<{ readonly onOpen: () => void }>;
  readonly commands: readonly Command[];
  /** "Lesson 2 of 9" and its title; `null` while none is open. */
  heading(): { readonly place: string; readonly title: string } | null;
}

export function createLessonRoom(bench: Workbench): LessonRoom {
  const state = createLessonState(bench);
  state.follow();
  return {
    pane: {
      id: "lesson",
      region: "rail",
      label: "Lesson",
      tab: "Lesson",
      View: () => LessonPane({ state }),
    },
    List: ({ onOpen }) => LessonList({ state, onOpen }),
    commands: LESSONS.map(({ id, title }) => ({ title: `Lesson: ${title}`, run: () => state.open(id) })),
    heading() {
      const now = state.reading.value;
      if (now === null) return null;
      return { place: `Lesson ${LESSONS.indexOf(now.lesson) + 1} of ${LESSONS.length}`, title: now.lesson.title };
    },
  };
}
