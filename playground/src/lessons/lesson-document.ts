import { EMPTY_DOCUMENT, type PlaygroundDocument } from "../document/mod.ts";
import type { Lesson, Scene } from "./lesson.ts";

/** The document after the first `done` steps; 0 is the bench as the lesson finds it. */
export function documentAfter(lesson: Lesson, done: number): PlaygroundDocument {
  const scenes = lesson.steps.slice(0, done).flatMap(({ scene }) => (scene === undefined ? [] : [scene]));
  const [first] = lesson.files;
  const start: PlaygroundDocument = {
    ...EMPTY_DOCUMENT,
    lab: lesson.lab,
    files: [...lesson.files],
    ...(first !== undefined && { path: first.path }),
  };
  return [lesson.start, ...scenes].reduce(staged, start);
}

/** Fields of a scene that are what a lab was asked. */
const LABS_WITH_INPUTS = ["match", "state", "wire", "diagnostics"] as const;

function staged(document: PlaygroundDocument, scene: Scene): PlaygroundDocument {
  const events = [...(scene.events ?? document.events), ...(scene.next ?? [])];
  const inputs = LABS_WITH_INPUTS.flatMap((lab) => {
    const asked = { ...asRecord(document.inputs[lab]), ...scene[lab] };
    return Object.keys(asked).length > 0 ? [[lab, asked] as const] : [];
  });
  return {
    ...document,
    events,
    playhead: events.length,
    settings: { ...document.settings, ...scene.settings },
    ...(scene.path !== undefined && { path: scene.path }),
    inputs: Object.fromEntries(inputs),
  };
}

function asRecord(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
