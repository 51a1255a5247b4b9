import type { Lesson } from "../lesson.ts";

const CALL = `Let me look at the file first.

<tool_call>
<function=count_lines>
<parameter=path>
src/pool.py
</parameter>
</function>
</tool_call>
`;

const FICTION = `<tool_response>
42
</tool_response>
The file has 42 lines, so I can rewrite it as a whole.
`;

const QUOTED = `In this format a result begins with <tool_response>, and only the program that ran the tool may write it.
`;

const RECOVERED = 'count_lines {"path":"src/pool.py"}';

export const CUT: Lesson = {
  id: "cut",
  title: "A result that nobody gave",
  question: "A model calls a tool and goes on writing: the tool's answer, invented. What may stay?",
  lab: "wire",
  files: [],
  start: { wire: { text: CALL, arrived: 0 } },
  steps: [
    {
      kind: "run",
      title: "A call, written as text",
      text: [
        "Many models write their calls into the message, between tokens of their own. The message comes in pieces; the reader gives prose out at once, and holds back what may be a call.",
        "A call is told when it is whole and no later text can take it back: here at the end of the message.",
      ],
      button: "Let the message arrive",
      scene: { wire: { arrived: null } },
      sees: [
        { label: "the calls", look: { kind: "calls" }, is: RECOVERED },
        { label: "to the user", look: { kind: "to_user" }, is: "Let me look at the file first." },
        { label: "cut", look: { kind: "cut" }, is: "nothing" },
      ],
    },
    {
      kind: "predict",
      title: "Predict: the model does not stop",
      text: ["Nothing ran yet, but the model goes on: it writes what the tool would answer, and a conclusion from it."],
      quotes: [{ label: "behind the call", text: FICTION }],
      choices: [
        "The whole message is dropped, for it cannot be trusted",
        "The call is kept, and the answer goes to the user as text",
        "The call is kept, and everything from the made-up answer on is dropped",
      ],
      right: 2,
      because:
        "The call is real: it can be run, and then the true answer takes its place. The rest was made up, and a model that finds it in its history goes on from it as from a fact. So the text ends at the first character of the marker, and the request is ended too, which saves what it would still have written.",
      scene: { wire: { text: CALL + FICTION } },
      sees: [
        { label: "the calls", look: { kind: "calls" }, is: RECOVERED },
        { label: "to the user", look: { kind: "to_user" }, is: "Let me look at the file first." },
        {
          label: "cut",
          look: { kind: "cut" },
          is: `from <tool_response> on, ${FICTION.length} characters`,
        },
      ],
    },
    {
      kind: "run",
      title: "One character at a time",
      text: [
        "Streams cut a message anywhere, also within a token. Move the slider, or step through the chunks: the same text has the same outcome, however it came.",
      ],
      button: "One character at a time",
      scene: { wire: { chunk: 1 } },
      sees: [
        { label: "the calls", look: { kind: "calls" }, is: RECOVERED },
        {
          label: "cut",
          look: { kind: "cut" },
          is: `from <tool_response> on, ${FICTION.length} characters`,
        },
      ],
    },
    {
      kind: "break",
      title: "The same token, and no call before it",
      text: [
        "If the marker alone were enough, a model could not explain its own format. It cuts only behind a call that is real: without one there is nothing that could have an answer.",
      ],
      button: "Only quote the marker",
      scene: { wire: { text: QUOTED } },
      sees: [
        { label: "the calls", look: { kind: "calls" }, is: "none" },
        { label: "to the user", look: { kind: "to_user" }, is: QUOTED.trim() },
        { label: "cut", look: { kind: "cut" }, is: "nothing" },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random messages",
      text: [
        "Three laws, 1,000 random messages each: chunks change nothing, all before a cut is passed on as it came, and nothing behind it is seen.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "Behind a real call the text ends at the first character of a result marker of any format. The call is kept, the rest is dropped, the request is ended. Without a real call nothing is cut.",
      ],
    },
  ],
  properties: ["W1", "W3", "W4"],
  doc: { file: "README.md", heading: "Tool calls written as text" },
};
