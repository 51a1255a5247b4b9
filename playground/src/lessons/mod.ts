/**
 * Lessons: one idea each, as data that a test replays. This room loads when the first lesson is opened; the address and
 * the frame know a lesson by its id and the number of its step alone.
 */
export { createLessonRoom, type LessonRoom } from "./lesson-room.ts";
