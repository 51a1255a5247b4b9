import type { Lesson } from "../lesson.ts";

const SETTINGS = '{\n  "host": "127.0.0.1",\n  "port": 8080\n}\n';
const NOTES = "The pool listens on port 8080.\n";
const POOL = "import json\n\n\ndef load(path):\n    return json.load(open(path))\n";
const LIMITS = '{\n  "workers": 2,\n  "workers": 4\n}\n';

export const ABSENT: Lesson = {
  id: "absent",
  title: "Checked and clean, or not checked",
  question: "The answer to a write does not mention any fault. Is the file sound?",
  lab: "diagnostics",
  files: [
    { path: "settings.json", content: { text: SETTINGS } },
    { path: "notes.txt", content: { text: NOTES } },
    { path: "pool.py", content: { text: POOL } },
    { path: "limits.json", content: { text: LIMITS } },
  ],
  start: {},
  steps: [
    {
      kind: "run",
      title: "A write that breaks nothing",
      text: [
        "After each write a checker of the file's language reads the text before and the text after, and the answer names what is new. Here an agent changes a port, and the file stays sound.",
        "The list is empty, and it is there: somebody looked.",
      ],
      button: "Change the port",
      scene: { diagnostics: { edits: { "settings.json": SETTINGS.replace("8080", () => "9090") } } },
      sees: [
        { label: "the file", look: { kind: "new_findings" }, is: "checked by json: nothing new" },
        {
          label: "diagnostics",
          look: { kind: "diagnostics_key" },
          is: '{"checker":"json","findings":[],"new_count":0}',
        },
      ],
    },
    {
      kind: "predict",
      title: "Predict: the same in notes.txt",
      text: [
        "Now the agent writes the new port into `notes.txt`. No checker reads text files. What does the answer say?",
      ],
      choices: [
        "`findings: []`, as before",
        "Nothing: there is no key `diagnostics`",
        "An error: the write is refused",
      ],
      right: 1,
      because:
        "An empty list would say that somebody looked and found nothing. Nobody looked, so nothing is said, and the write itself is as good as any other. A model that reads an all-clear nobody gave builds on it.",
      scene: { path: "notes.txt", diagnostics: { edits: { "notes.txt": NOTES.replace("8080", () => "9090") } } },
      sees: [
        {
          label: "the file",
          look: { kind: "new_findings" },
          is: "not checked: there is no checker for this kind of file",
        },
        { label: "diagnostics", look: { kind: "diagnostics_key" }, is: "no key" },
      ],
    },
    {
      kind: "break",
      title: "A checker that is not there",
      text: [
        "Python has a checker, Ruff, but this page has not loaded it. The agent uses a name that is not defined, and the answer says nothing, rather than that all is well.",
        "Load Ruff beside the lab, if you like, and see the key come: `F821`.",
      ],
      button: "Break pool.py",
      scene: {
        path: "pool.py",
        diagnostics: { edits: { "pool.py": POOL.replace("open(path)", () => "handle") } },
      },
      sees: [
        {
          label: "the file",
          look: { kind: "new_findings" },
          is: "not checked: the checker can make no statement about this text",
        },
        { label: "diagnostics", look: { kind: "diagnostics_key" }, is: "no key" },
      ],
    },
    {
      kind: "run",
      title: "An old fault is not yours",
      text: [
        "In `limits.json` a key stood twice before anybody wrote. The agent puts a line in above it, and the fault moves down by one. It is found on both sides, so it is not new: an empty list means nothing new, and a model is not sent to mend what it did not break.",
      ],
      button: "Add a line above",
      scene: {
        path: "limits.json",
        diagnostics: { edits: { "limits.json": LIMITS.replace("{\n", () => '{\n  "name": "pool",\n') } },
      },
      sees: [
        { label: "the file", look: { kind: "new_findings" }, is: "checked by json: nothing new" },
        {
          label: "diagnostics",
          look: { kind: "diagnostics_key" },
          is: '{"checker":"json","findings":[],"new_count":0}',
        },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random findings",
      text: [
        "Two laws, 1,000 random lists of findings each: what was found before is not new wherever it moved, and where no checker reads the extension nothing is said.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "No key: nobody looked, whether there is no checker, it is not installed, took too long or broke down. An empty list: one looked, and the change brought nothing new.",
      ],
    },
  ],
  properties: ["D1", "D2"],
  doc: { file: "README.md", heading: "What a write broke" },
};
