import type { Lesson } from "../lesson.ts";

const read = (path: string) => ({ type: "read", session: "A", turn: "t1", arguments: { path } }) as const;
const edit = (path: string, old_text: string, new_text: string) =>
  ({ type: "edit", session: "A", turn: "t1", arguments: { path, old_text, new_text } }) as const;

export const VERDICTS: Lesson = {
  id: "verdicts",
  title: "Never read, unchanged, stale, gone",
  question: "What does an agent know of a file when it writes to it?",
  lab: "state",
  files: [
    { path: "a.txt", content: { text: "color = red\n" } },
    { path: "b.txt", content: { text: "size = 10\n" } },
    { path: "c.txt", content: { text: "shape = round\n" } },
  ],
  start: {},
  steps: [
    {
      kind: "run",
      title: "Look, and be remembered",
      text: [
        "The runtime notes what each session has seen of each file. Before a write it compares that note with the file as it is, and gives a verdict.",
        "`never_read`: you never opened the book. `ok`: the page is as you remember it. `stale`: you remember an old page. `gone`: the book is no longer on the shelf.",
        "Agent A now reads `a.txt` and `b.txt`. Of `c.txt` it knows nothing.",
      ],
      button: "Let agent A read",
      scene: { next: [read("a.txt"), read("b.txt")] },
      sees: [
        { label: "a.txt", look: { kind: "verdict", session: "A", path: "a.txt" }, is: "ok" },
        { label: "c.txt", look: { kind: "verdict", session: "A", path: "c.txt" }, is: "never_read" },
      ],
    },
    {
      kind: "predict",
      title: "Predict: somebody else writes",
      text: [
        "A person changes `a.txt`, and then agent A edits it without looking again. The setting `read_before_edit` is `warn`, as it is unless you change it. What happens?",
      ],
      choices: [
        "The edit is refused",
        "The edit lands, and the answer warns that the file changed",
        "The edit lands, and nothing is said",
      ],
      right: 1,
      because:
        "`warn` never blocks: the edit found its one place in the file as it is now, so the person's change is kept. But the agent is told that it worked from an old page.",
      scene: {
        next: [
          { type: "human-write", path: "a.txt", content: { text: "color = red\nmine = yes\n" } },
          edit("a.txt", "color = red", "color = blue"),
        ],
      },
      sees: [
        { label: "the answer", look: { kind: "answer" }, is: "HTTP 200, with a warning" },
        { label: "a.txt now", look: { kind: "text", path: "a.txt" }, is: "color = blue\nmine = yes" },
      ],
    },
    {
      kind: "explain",
      title: "Side by side: off, warn, enforce",
      text: [
        "The same events under the three modes. `enforce` writes only what the session knows; `off` does not ask at all.",
      ],
      sees: [
        { label: "off", look: { kind: "answer", mode: "off" }, is: "HTTP 200" },
        { label: "warn", look: { kind: "answer", mode: "warn" }, is: "HTTP 200, with a warning" },
        { label: "enforce", look: { kind: "answer", mode: "enforce" }, is: "HTTP 409, stale" },
      ],
    },
    {
      kind: "run",
      title: "A file that went away",
      text: ["Somebody deletes `b.txt`, which the agent has read. That is another thing than never having read it."],
      button: "Delete b.txt",
      scene: { next: [{ type: "delete", path: "b.txt" }] },
      sees: [
        { label: "b.txt", look: { kind: "verdict", session: "A", path: "b.txt" }, is: "gone" },
        { label: "c.txt", look: { kind: "verdict", session: "A", path: "c.txt" }, is: "never_read" },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random histories",
      text: [
        "Two laws, 1,000 random histories each, of reads, writes, deletions and renames: the verdict is always that of a plain model, and the three modes do what they say.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "A verdict compares what the session last saw with what is there. `warn` lets all through with a word, `enforce` writes only what is known, `off` says nothing.",
      ],
    },
  ],
  properties: ["T1", "T7"],
  doc: { file: "README.md", heading: "Guards" },
};
