import type { Lesson } from "../lesson.ts";

const write = (path: string, content: string) =>
  ({ type: "write", session: "A", turn: "t1", arguments: { path, content } }) as const;
const revert = (options: { readonly dry_run?: true; readonly force?: true } = {}) =>
  ({ type: "revert", session: "A", turn: "t2", arguments: { turn_id: "t1", ...options } }) as const;

export const REVERT: Lesson = {
  id: "revert",
  title: "Taking a turn back",
  question: "An agent wrote three files, and then you changed one. What does a revert do?",
  lab: "revert",
  files: [
    { path: "a.txt", content: { text: "one\n" } },
    { path: "b.txt", content: { text: "two\n" } },
  ],
  start: {},
  steps: [
    {
      kind: "run",
      title: "One turn, three writes, and a plan",
      text: [
        "A turn is all that an agent does between two of your messages. In turn `t1` it changes `a.txt` and `b.txt` and makes `c.txt`. Before each write the runtime keeps the content that was there.",
        "Then somebody asks for a dry run: it says what a revert would do, and does nothing. `restorable` means that the file is exactly as the agent left it.",
      ],
      button: "Write, then show the plan",
      scene: {
        next: [write("a.txt", "ONE\n"), write("b.txt", "TWO\n"), write("c.txt", "three\n"), revert({ dry_run: true })],
      },
      sees: [
        { label: "a.txt holds", look: { kind: "text", path: "a.txt" }, is: "ONE" },
        { label: "a.txt", look: { kind: "plan", path: "a.txt" }, is: "restorable" },
        { label: "b.txt", look: { kind: "plan", path: "b.txt" }, is: "restorable" },
        { label: "c.txt", look: { kind: "plan", path: "c.txt" }, is: "restorable" },
      ],
    },
    {
      kind: "predict",
      title: "Predict: you change b.txt, then revert",
      text: ["You add a line to `b.txt`, which the agent wrote. Then somebody asks for the revert of turn `t1`."],
      choices: [
        "All three files are put back, and your line is lost",
        "a.txt and c.txt are put back, b.txt is left",
        "Nothing is touched, and b.txt is named",
      ],
      right: 2,
      because:
        "`drifted`: somebody wrote on it after the agent. Half a revert would leave a tree that never was, so one such file stops all of it, and nothing is touched.",
      scene: { next: [{ type: "human-write", path: "b.txt", content: { text: "TWO\nmine\n" } }, revert()] },
      sees: [
        { label: "the answer", look: { kind: "answer" }, is: "HTTP 409, drifted" },
        { label: "b.txt", look: { kind: "plan", path: "b.txt" }, is: "drifted" },
        { label: "a.txt holds", look: { kind: "text", path: "a.txt" }, is: "ONE" },
        { label: "b.txt holds", look: { kind: "text", path: "b.txt" }, is: "TWO\nmine" },
      ],
    },
    {
      kind: "break",
      title: "Insist: force",
      text: [
        "With `force` the revert goes on, and says which newer content is lost. Here your line goes. It is kept in the store, and undoing the revert brings it back; but look at the dry run first, it names the file.",
      ],
      button: "Revert by force",
      scene: { next: [revert({ force: true })] },
      sees: [
        { label: "the answer", look: { kind: "answer" }, is: "HTTP 200" },
        { label: "a.txt holds", look: { kind: "text", path: "a.txt" }, is: "one" },
        { label: "b.txt holds", look: { kind: "text", path: "b.txt" }, is: "two" },
        { label: "c.txt holds", look: { kind: "text", path: "c.txt" }, is: "no file" },
      ],
    },
    {
      kind: "run",
      title: "Once more",
      text: [
        "Ask again. Every file already holds what it held before the turn, so there is nothing to do, and saying so is no error.",
      ],
      button: "Revert again",
      scene: { next: [revert()] },
      sees: [
        { label: "the answer", look: { kind: "answer" }, is: "HTTP 200" },
        { label: "a.txt", look: { kind: "plan", path: "a.txt" }, is: "already_reverted" },
        { label: "b.txt", look: { kind: "plan", path: "b.txt" }, is: "already_reverted" },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random histories",
      text: [
        "Three laws, 1,000 random histories each: every path has the status that a plain model gives it, one drifted file keeps every byte where it is, and a second revert changes nothing.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "`restorable`, `drifted`, `already_reverted`, and `unrecoverable` when the kept content is missing or was altered. One drifted file stops the whole revert. What a shell command changed is not recorded and is not reverted.",
      ],
    },
  ],
  properties: ["C4", "C5", "C2"],
  doc: { file: "runtime/ARCHITECTURE.md", heading: "One revert" },
};
