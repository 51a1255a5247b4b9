import type { Lesson } from "../lesson.ts";

const APP = `from flask import Flask

app = Flask(__name__)


def greeting(name):
    return f"Hello, {name}!"


@app.get("/hello/<name>")
def hello(name):
    return greeting(name)
`;

const WRONG = `def greeting(user):
    return f"Hello, {name}!"
`;

const NEEDLE = `def greeting(name):
    return f"Hello, {name}!"
`;

const REPLACEMENT = `def greeting(name):
    return f"Good day, {name}."
`;

export const EXACT: Lesson = {
  id: "exact",
  title: "Exact match, and what a miss tells you",
  question: "One word of the copied text is wrong. Does the edit land, and if not, what do you learn?",
  lab: "match",
  files: [{ path: "app.py", content: { text: APP } }],
  start: { next: [{ type: "read", session: "A", turn: "t1", arguments: { path: "app.py" } }] },
  steps: [
    {
      kind: "read",
      title: "Read: an edit is a search",
      text: [
        "An agent does not type into a file. It sends two pieces of text: the needle, which is what should stand there now, and the replacement. The runtime has to find the needle in the file, and only then may it write.",
        "The file is on the right. The function `greeting` stands at line 6.",
      ],
    },
    {
      kind: "predict",
      title: "Predict: one wrong word",
      text: ["This needle was written from memory. It says `user` where the file says `name`. What happens?"],
      quotes: [{ label: "needle", text: WRONG }],
      choices: [
        "The edit lands, for nearly everything fits",
        "The edit is refused, and the answer shows the nearest lines",
        "The edit is refused, and nothing more is said",
      ],
      right: 1,
      because:
        "A rule may overlook how text is laid out, never which words it has. No rule found these words, so nothing was written. The nearest lines come with the refusal, so that the next try can be right.",
      scene: { match: { old_text: WRONG, new_text: REPLACEMENT } },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 404, not_found, nearest lines 6 to 7, 93 % alike" },
      ],
    },
    {
      kind: "explain",
      title: "See why: each rule says where it parted",
      text: [
        "Open a row of the trace. Every rule was asked, strict ones first, and each shows the first place where needle and file part.",
        "The refusal changed no byte. Being alike is not enough to write: a runtime that takes the nearest lines will one day take the wrong ones.",
      ],
      sees: [{ label: "app.py", look: { kind: "same", path: "app.py" }, is: "as at the start" }],
    },
    {
      kind: "run",
      title: "Mend the word",
      text: ["Take the word from the nearest lines and try again."],
      button: "Use name instead of user",
      scene: { match: { old_text: NEEDLE } },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 200, exact, lines 6 to 7" },
        { label: "line 7 would be", look: { kind: "line_after", line: 7 }, is: '    return f"Good day, {name}."' },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random files",
      text: [
        "One example proves little. These laws are tried on 1,000 random files each, here in your browser: the nearest text lies inside the file, and an accepted edit replaces one place and no other byte.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "A needle that occurs nowhere is refused with `not_found`, and the nearest lines come with the refusal. Copy from there; do not guess again.",
      ],
    },
  ],
  properties: ["M16", "M7", "S1"],
  doc: { file: "README.md", heading: "How `edit_file` finds the place" },
};
