/** How many lines a report names; `total` counts them all. */
const MAX_NAMED_LINES = 20;

/** Something that holds of several lines. Numbers from 1, ascending, each once, at most the first 20. */
export interface LineNote<Kind extends string> {
  readonly kind: Kind;
  readonly lines: readonly number[];
  readonly total: number;
}

/** Collects notes in the order in which their kinds first occur. Lines of one kind must be added in ascending order. */
export class LineNotes<Kind extends string> {
  readonly #notes = new Map<Kind, { lines: number[]; total: number; last: number }>();

  add(kind: Kind, line: number): void {
    const note = this.#notes.get(kind) ?? { lines: [], total: 0, last: 0 };
    this.#notes.set(kind, note);
    if (line === note.last) return;
    note.last = line;
    note.total++;
    if (note.lines.length < MAX_NAMED_LINES) note.lines.push(line);
  }

  list(): LineNote<Kind>[] {
    return [...this.#notes].map(([kind, { lines, total }]) => ({ kind, lines, total }));
  }
}
