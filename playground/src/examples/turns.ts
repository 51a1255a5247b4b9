import type { PlaygroundDocument, PlaygroundEvent } from "../document/mod.ts";

const CONFIG = `[server]
host = "127.0.0.1"
port = 8080
workers = 2
`;

const POOL = `class Pool:
    def __init__(self, size):
        self.size = size

    def close(self):
        pass
`;

const edit = (turn: string, path: string, old_text: string, new_text: string): PlaygroundEvent => ({
  type: "edit",
  session: "A",
  turn,
  arguments: { path, command: "str_replace", old_text, new_text },
});

/** Two turns of one agent; then a human goes on with one of the files, so that taking the turn back would lose work. */
export const TURNS: Partial<PlaygroundDocument> = {
  lab: "revert",
  files: [
    { path: "config.toml", content: { text: CONFIG } },
    { path: "pool.py", content: { text: POOL } },
  ],
  events: [
    { type: "read", session: "A", turn: "t1", arguments: { path: "pool.py" } },
    edit("t1", "pool.py", "        pass\n", "        self.size = 0\n"),
    { type: "read", session: "A", turn: "t2", arguments: { path: "config.toml" } },
    edit("t2", "config.toml", "workers = 2", "workers = 8"),
    edit("t2", "config.toml", "port = 8080", "port = 9090"),
    {
      type: "write",
      session: "A",
      turn: "t2",
      arguments: { path: "notes/pool.md", content: "# Pool\n\nEight workers, port 9090.\n" },
    },
    {
      type: "human-write",
      path: "config.toml",
      content: { text: '[server]\nhost = "127.0.0.1"\nport = 9090\nworkers = 8\ntimeout = 30\n' },
    },
  ],
  playhead: 7,
  path: "config.toml",
};
