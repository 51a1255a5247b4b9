import { effect, signal } from "@preact/signals";
import type { LessonRoom } from "../lessons/mod.ts";
import type { FrameState } from "./frame-state.ts";
import type { Workbench } from "./workbench.ts";

/** The lessons, once somebody asked for one; the first view goes without them. */
export const lessonRoom = signal<LessonRoom | null>(null);

let isLoading = false;

/** Loads them when they are not there yet. */
export function loadLessons(bench: Workbench): void {
  if (isLoading) return;
  isLoading = true;
  import("../lessons/mod.ts").then(
    ({ createLessonRoom }) => {
      lessonRoom.value = createLessonRoom(bench);
    },
    () => {
      isLoading = false;
      bench.lesson.value = null;
      bench.notice.value = { tone: "bad", sentence: "The lessons could not be loaded; reload the page." };
    },
  );
}

/** Loads them for an address that names one, and lets narrow pages show the lesson first. Returns what ends it. */
export function followLesson(bench: Workbench, state: FrameState): () => void {
  let isOpen = false;
  return effect(() => {
    const wanted = bench.lesson.value !== null;
    if (wanted === isOpen) return;
    isOpen = wanted;
    if (!wanted) return;
    loadLessons(bench);
    state.openPane.value = "lesson";
  });
}
