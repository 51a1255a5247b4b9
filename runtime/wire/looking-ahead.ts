import { type Cursor, isSpace, MAX_SPACE } from "./cursor.ts";
import { hasInk } from "./wake.ts";

/** A reader: `yield` asks for more text. */
export type Reader<T> = Generator<void, T, void>;

/** Waits until `count` characters lie ahead. @returns false when the text ends before. */
export function* need(cursor: Cursor, count: number): Reader<boolean> {
  while (!cursor.has(count)) {
    if (cursor.isFinal) return false;
    cursor.wake = () => cursor.has(count);
    yield;
  }
  return true;
}

/** Whether `text` stands ahead; asks only for as much as it takes to tell. */
export function* lookingAt(cursor: Cursor, text: string, distance = 0): Reader<boolean> {
  for (;;) {
    const isThere = cursor.sees(text, distance);
    if (isThere !== undefined) return isThere;
    cursor.wake = () => cursor.sees(text, distance) !== undefined;
    yield;
  }
}

/** Reads past white space. */
export function* skipSpace(cursor: Cursor): Reader<void> {
  for (;;) {
    while (isSpace(cursor.code())) cursor.pos += 1;
    if (!cursor.isAtEnd || cursor.isFinal) return;
    cursor.wake = hasInk;
    yield;
  }
}

/** `Cursor.inkAt`, waiting for what it takes to tell. */
export function* pastSpace(cursor: Cursor, distance: number): Reader<number> {
  for (;;) {
    const at = cursor.inkAt(distance);
    if (at !== undefined) return at;
    cursor.wake = (chunk) => hasInk(chunk) || cursor.has(distance + MAX_SPACE + 1);
    yield;
  }
}

/** `Cursor.nameAt`, waiting for what it takes to tell. */
export function* nameAhead(cursor: Cursor, distance: number): Reader<string | null> {
  for (;;) {
    const name = cursor.nameAt(distance);
    if (name !== undefined) return name;
    cursor.wake = () => cursor.nameAt(distance) !== undefined;
    yield;
  }
}
