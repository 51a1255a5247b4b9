import type { PlaygroundDocument, PlaygroundEvent } from "../document/mod.ts";

const WORKER = `import queue

jobs = queue.Queue()
done = 0


def work(handle):
    global done
    while not jobs.empty():
        handle(jobs.get())
        done += 1
`;

const RETRY = "def again(call, times):\n    for n in range(times):\n        call(n)\n";

const read = (path: string, more: Record<string, unknown> = {}): PlaygroundEvent => ({
  type: "read",
  session: "A",
  turn: "t1",
  arguments: { path, ...more },
});

/** One agent's knowledge through a day: whole and partial reads, a formatter, a touch, a deletion, a shell command. */
export const VERDICTS: Partial<PlaygroundDocument> = {
  lab: "state",
  files: [
    { path: "worker.py", content: { text: WORKER } },
    { path: "retry.py", content: { text: RETRY } },
    { path: "old.ini", content: { text: "[worker]\njobs = 4\n" } },
    { path: "test_retry.py", content: { text: "from retry import again\n" } },
  ],
  events: [
    read("retry.py"),
    read("worker.py", { offset: 1, limit: 4 }),
    read("old.ini"),
    { type: "human-write", by: "formatter", path: "worker.py", content: { text: WORKER.replaceAll("done", "made") } },
    {
      type: "edit",
      session: "A",
      turn: "t1",
      arguments: { path: "retry.py", command: "str_replace", old_text: "call(n)", new_text: "call(n + 1)" },
    },
    { type: "touch", path: "retry.py" },
    { type: "delete", path: "old.ini" },
    {
      type: "edit",
      session: "A",
      turn: "t1",
      arguments: {
        path: "worker.py",
        command: "str_replace",
        old_text: "handle(jobs.get())",
        new_text: "handle(jobs.get(timeout=1))",
      },
    },
    { type: "shell", session: "A", command: "make" },
    {
      type: "edit",
      session: "A",
      turn: "t2",
      arguments: {
        path: "worker.py",
        command: "str_replace",
        old_text: "import queue\n",
        new_text: "import queue as q\n",
      },
    },
  ],
  playhead: 8,
  path: "worker.py",
};
