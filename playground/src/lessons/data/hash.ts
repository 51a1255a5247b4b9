import type { Lesson } from "../lesson.ts";

const NOTE = "limit = 10\n";

export const HASH: Lesson = {
  id: "hash",
  title: "Timestamps lie",
  question: "Same size, same time: is it the same file?",
  lab: "state",
  files: [{ path: "limit.ini", content: { text: NOTE } }],
  start: {},
  steps: [
    {
      kind: "run",
      title: "Look, and take a note",
      text: [
        "Agent A reads the file. The runtime notes its size, its time, and a hash: a number computed from every byte, so that other bytes give another number.",
      ],
      button: "Let agent A read",
      scene: { next: [{ type: "read", session: "A", turn: "t1", arguments: { path: "limit.ini" } }] },
      sees: [{ label: "limit.ini", look: { kind: "verdict", session: "A", path: "limit.ini" }, is: "ok" }],
    },
    {
      kind: "predict",
      title: "Predict: a sly change",
      text: [
        "Another program writes `99` in place of `10` and sets the file's time back. Build tools, archives and file synchronisers do such things every day. The size and the time are the same. What is the verdict?",
      ],
      choices: ["Unchanged: size and time agree", "Stale: the bytes differ", "Never read"],
      right: 1,
      because: "Size and time are hints. The hash is taken over the bytes themselves, and these are other bytes.",
      scene: {
        next: [
          { type: "human-write", by: "sync", path: "limit.ini", content: { text: "limit = 99\n" }, keepTime: true },
        ],
      },
      sees: [
        { label: "verdict", look: { kind: "verdict", session: "A", path: "limit.ini" }, is: "stale" },
        {
          label: "size",
          look: { kind: "fact", fact: "size", session: "A", path: "limit.ini" },
          is: "11 bytes, the same",
        },
        { label: "time", look: { kind: "fact", fact: "time", session: "A", path: "limit.ini" }, is: "09:00, the same" },
        {
          label: "hash",
          look: { kind: "fact", fact: "hash", session: "A", path: "limit.ini" },
          is: "e22d2b62b50a, now 7dc7ab136fd7",
        },
      ],
    },
    {
      kind: "break",
      title: "Break it: believe the clock",
      text: [
        "A rule by size and time is cheap: no byte has to be read. Switch it on, as a what-if, and look at the column `by times only`: nothing changed, it says, and the agent would edit a file that it has never seen. Not what the server does.",
      ],
      button: "Timestamps only",
      scene: { state: { timesOnly: true } },
    },
    {
      kind: "break",
      title: "The other way round: only the time changes",
      text: [
        "Start anew: read, then only touch the file. Its time moves and no byte does. A rule by time would cry stale, and the agent would read a whole file again for nothing.",
      ],
      button: "Read, then touch",
      scene: {
        events: [
          { type: "read", session: "A", turn: "t1", arguments: { path: "limit.ini" } },
          { type: "touch", path: "limit.ini" },
        ],
      },
      sees: [
        { label: "verdict", look: { kind: "verdict", session: "A", path: "limit.ini" }, is: "ok" },
        {
          label: "time",
          look: { kind: "fact", fact: "time", session: "A", path: "limit.ini" },
          is: "09:00, now 09:02",
        },
        {
          label: "hash",
          look: { kind: "fact", fact: "hash", session: "A", path: "limit.ini" },
          is: "e22d2b62b50a, the same",
        },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random histories",
      scene: { state: { timesOnly: false } },
      text: [
        "1,000 random histories: a file that holds the bytes the session saw is unchanged, whatever its time says.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: ["The hash decides. Only a file over 8 MiB is not hashed; there size and time have to do."],
    },
  ],
  properties: ["T2"],
  doc: { file: "README.md", heading: "Guards" },
};
