import type { PlaygroundDocument } from "../document/mod.ts";

const APP = `from flask import Flask

app = Flask(__name__)


def greeting(name):
    return f"Hello, {name}!"


@app.get("/hello/<name>")
def hello(name):
    return greeting(name)
`;

/** One word of the needle is wrong. */
export const MISS: Partial<PlaygroundDocument> = {
  files: [{ path: "app.py", content: { text: APP } }],
  events: [{ type: "read", session: "A", turn: "t1", arguments: { path: "app.py" } }],
  playhead: 1,
  inputs: {
    match: {
      old_text: 'def greeting(user):\n    return f"Hello, {name}!"\n',
      new_text: 'def greeting(name):\n    return f"Good day, {name}."\n',
    },
  },
};
