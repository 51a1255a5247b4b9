import type { Lesson } from "../lesson.ts";

const CONFIG = ["def limits():", "    return {", '        "files": 200,', '        "bytes": 2048,', "    }", ""].join(
  "\r\n",
);

const NEEDLE = `"files": 200,
"bytes": 2048,
`;

const REPLACEMENT = `"files": 500,
"bytes": 4096,
"events": 100,
`;

export const LINES: Lesson = {
  id: "lines",
  title: "Line ends and indentation",
  question: "The file was saved on Windows and the needle was not. What is written?",
  lab: "match",
  files: [{ path: "limits.py", content: { text: CONFIG } }],
  start: { next: [{ type: "read", session: "A", turn: "t1", arguments: { path: "limits.py" } }] },
  steps: [
    {
      kind: "read",
      title: "Read: what cannot be seen",
      text: [
        "A line can end in one character, LF, or in two, CR and LF. Windows tools write the pair. On a screen both look the same. This file has CRLF throughout; the line above the editor says so.",
        "Models write LF, and often leave the indentation out.",
      ],
    },
    {
      kind: "predict",
      title: "Predict: a needle with LF and no indentation",
      text: ["The needle has the right words, LF at its line ends, and no spaces in front."],
      quotes: [
        { label: "needle", text: NEEDLE },
        { label: "replacement", text: REPLACEMENT },
      ],
      choices: [
        "It is refused: the bytes differ",
        "It lands, and the file now has both kinds of line ends",
        "It lands, with the file's own line ends and indentation",
      ],
      right: 2,
      because:
        "The words decide which place is meant. How the new lines are written is the file's business: each gets the file's line end and the depth of the lines it replaces.",
      scene: { match: { old_text: NEEDLE, new_text: REPLACEMENT } },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 200, indentation_flexible, lines 3 to 4" },
        { label: "line ends then", look: { kind: "line_ends_after" }, is: "CRLF" },
        { label: "the new line", look: { kind: "line_after", line: 5 }, is: '        "events": 100,' },
      ],
    },
    {
      kind: "break",
      title: "Break it: write the needle's line ends",
      text: [
        "What if the new text were written just as it came? Not what the server does. Look at the diff: boxed words show the line ends.",
      ],
      button: "Keep the replacement's line ends",
      scene: { match: { keepLineEnds: true } },
      sees: [{ label: "line ends then", look: { kind: "line_ends_after_what_if" }, is: "LF+CRLF" }],
    },
    {
      kind: "explain",
      title: "See why it matters",
      text: [
        "A file with both kinds looks the same and is not. Version control shows lines as changed that nobody touched, and the next exact edit across that spot finds nothing. Each such edit makes the next one worse.",
      ],
      scene: { match: { keepLineEnds: false } },
      sees: [{ label: "line ends then", look: { kind: "line_ends_after" }, is: "CRLF" }],
    },
    {
      kind: "prove",
      title: "Prove it on random files",
      text: [
        "Three laws, 1,000 random files each: a file with one kind of line end keeps it, the steps between the new lines stay as they were written, and every byte outside the place is as before.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "New text is laid onto the file in the file's own line ends and indentation. Nothing else changes, to the byte.",
      ],
    },
  ],
  properties: ["S2", "S4", "S1"],
  doc: { file: "README.md", heading: "What it writes" },
};
