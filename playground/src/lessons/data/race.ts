import type { Lesson } from "../lesson.ts";

const START = "a = 0\nb = 0\n";
const read = (session: string) => ({ type: "read", session, turn: "t1", arguments: { path: "count.ini" } }) as const;
const edit = (session: string, old_text: string, new_text: string) =>
  ({ type: "edit", session, turn: "t1", arguments: { path: "count.ini", old_text, new_text } }) as const;
const A = edit("A", "a = 0", "a = 1");
const B = edit("B", "b = 0", "b = 1");
const WHOLE = {
  type: "write",
  session: "B",
  turn: "t1",
  arguments: { path: "count.ini", content: "a = 0\nb = 1\n" },
} as const;

export const RACE: Lesson = {
  id: "race",
  title: "Two agents, one file",
  question: "Two agents change one file at the same time. Is one change lost?",
  lab: "state",
  files: [{ path: "count.ini", content: { text: START } }],
  start: { next: [read("A"), read("B")] },
  steps: [
    {
      kind: "predict",
      title: "Predict: A edits, then B",
      text: [
        "Agents A and B have both read the file. A wants to change `a`, B wants to change `b`. If one of them put the old value of the other back, a change would be gone of which somebody was told that it landed: a lost update.",
        "Both send an edit: a needle and a replacement, not the whole file. A comes first. What stands in the file?",
      ],
      quotes: [{ label: "count.ini", text: START }],
      choices: ["`a = 1` and `b = 0`: B is refused", "`a = 0` and `b = 1`: A is lost", "`a = 1` and `b = 1`: both"],
      right: 2,
      because:
        "An edit is laid onto the file as it is at that moment. Reading, finding and writing happen under one lock, so nobody can come in between.",
      scene: { next: [A, B] },
      sees: [
        { label: "count.ini", look: { kind: "text", path: "count.ini" }, is: "a = 1\nb = 1" },
        { label: "B was told", look: { kind: "answer" }, is: "HTTP 200, with a warning" },
      ],
    },
    {
      kind: "run",
      title: "The other order",
      text: [
        "The same two edits, B first. The file has to be the same: with edits, order is no matter here. The tab Schedules beside the bench lists every order in which the steps of two agents can fall; its switch `no lock` shows what goes wrong without.",
      ],
      button: "B first, then A",
      scene: { events: [read("A"), read("B"), B, A] },
      sees: [
        { label: "count.ini", look: { kind: "text", path: "count.ini" }, is: "a = 1\nb = 1" },
        { label: "A was told", look: { kind: "answer" }, is: "HTTP 200, with a warning" },
      ],
    },
    {
      kind: "break",
      title: "Break it: write the whole file",
      text: [
        "Now B sends the whole file as it remembers it, with `read_before_edit` at `warn`. The write is let through, with a warning. Look at `a`.",
      ],
      button: "Let B write it all",
      scene: { events: [read("A"), read("B"), A, WHOLE] },
      sees: [
        { label: "count.ini", look: { kind: "text", path: "count.ini" }, is: "a = 0\nb = 1" },
        { label: "B was told", look: { kind: "answer" }, is: "HTTP 200, with a warning" },
      ],
    },
    {
      kind: "run",
      title: "Mend it: enforce",
      text: [
        "Under `enforce` the same write is refused: B does not know this file any more. It has to read again, and then it sees the change of A.",
      ],
      button: "Enforce, and the same again",
      scene: { settings: { read_before_edit: "enforce" } },
      sees: [
        { label: "B was told", look: { kind: "answer" }, is: "HTTP 409, stale" },
        { label: "count.ini", look: { kind: "text", path: "count.ini" }, is: "a = 1\nb = 0" },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random schedules",
      text: [
        "Two laws, 1,000 random schedules each: two writes of one file are never under way at once, and six writers leave what some order of them leaves.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "Each write holds the lock of its file from reading to renaming. Edits are laid onto what is there; a write of the whole file needs `enforce` or a `revision` to be safe.",
      ],
    },
  ],
  properties: ["L1", "L2"],
  doc: { file: "runtime/ARCHITECTURE.md", heading: "One edit" },
};
