import type { Lesson } from "../lesson.ts";

const SERVICE = `export function start(port) {
  log("listening");
  server.listen(port);
}

export function restart(port) {
  server.close();
  log("listening");
  server.listen(port);
}
`;

const NEEDLE = `log("listening");`;
const REPLACEMENT = `log("listening on " + port);`;

export const AMBIGUITY: Lesson = {
  id: "ambiguity",
  title: "Ambiguity never falls through",
  question: "Two places fit. Could the runtime not just pick one?",
  lab: "match",
  files: [{ path: "svc.js", content: { text: SERVICE } }],
  start: { next: [{ type: "read", session: "A", turn: "t1", arguments: { path: "svc.js" } }] },
  steps: [
    {
      kind: "predict",
      title: "Predict: a needle that fits twice",
      text: [
        "Both functions write to the log before they listen: at line 2 and at line 8. The lines are equal to the byte. The needle is that call and nothing else.",
      ],
      quotes: [{ label: "needle", text: NEEDLE }],
      choices: ["The first place is changed", "Both are changed", "Nothing is changed, and both lines are named"],
      right: 2,
      because:
        "Two matches mean that you have not said which. Picking the first is a coin toss that looks like success, and nobody would notice the wrong one.",
      scene: { match: { old_text: NEEDLE, new_text: REPLACEMENT } },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 409, ambiguous, exact, lines 2 and 8" },
        { label: "svc.js", look: { kind: "same", path: "svc.js" }, is: "as at the start" },
      ],
    },
    {
      kind: "break",
      title: "Break it: let it fall through",
      text: [
        "What if a rule that sees two places were passed over, and a looser one asked? Not what the server does. A vaguer look cannot know better: here every looser rule sees the same two places, and in the end nobody decides at all.",
      ],
      button: "Fall through and run",
      scene: { match: { fallThrough: true } },
      sees: [{ label: "falling through", look: { kind: "what_if" }, is: "not_found, nearest line 8, 100 % alike" }],
    },
    {
      kind: "run",
      title: "Say which: one more line",
      text: ["The line before the second call is `server.close();`. With it in the needle, one place is left."],
      button: "Add the line before",
      scene: {
        match: {
          fallThrough: false,
          old_text: `server.close();\n  ${NEEDLE}`,
          new_text: `server.close();\n  ${REPLACEMENT}`,
        },
      },
      sees: [{ label: "the answer", look: { kind: "edit" }, is: "HTTP 200, exact, lines 7 to 8" }],
    },
    {
      kind: "run",
      title: "Or mean both, and say how many",
      text: [
        "`replace_all` says that every place is meant. `expected_replacements` says how many there are. An agent that believes in three places does not know the file, so with 3 the edit is refused.",
      ],
      button: "Replace all, expect 3",
      scene: { match: { old_text: NEEDLE, new_text: REPLACEMENT, replace_all: true, expected: 3 } },
      sees: [
        {
          label: "the answer",
          look: { kind: "edit" },
          is: "HTTP 409, unexpected_replacement_count, exact, lines 2 and 8",
        },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random files",
      text: [
        "Three laws, 1,000 random files each: two places without `replace_all` are refused with their true lines, a wrong count is always refused, and places that are replaced together never share text.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "The rule that sees places decides, also when it sees too many. The way out is more context, `replace_all`, or a count; never a vaguer look.",
      ],
    },
  ],
  properties: ["M6", "M8", "M9"],
  doc: { file: "README.md", heading: "How `edit_file` finds the place" },
};
