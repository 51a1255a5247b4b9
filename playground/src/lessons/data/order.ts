import type { Lesson } from "../lesson.ts";

const RETRY = `class Retry:
    def run(self, call, budget):
        n = 0
        while True:
            try:
                return call()
            except TimeoutError:
                if budget.left() <= 0:
                    log.warning("gave up", n)
                    raise
                n += 1

    def drain(self, calls, budget):
        for n, call in enumerate(calls):
            if budget.left() <= 0:
              log.warning("gave up", n)
              raise
            call()
`;

const NEEDLE = `if budget.left() <= 0:
    log.warning("gave up", n)
    raise
`;

const REPLACEMENT = `if budget.left() <= 0:
    log.warning("gave up: %d", n)
    raise
`;

export const ORDER: Lesson = {
  id: "order",
  title: "Why order is load-bearing",
  question: "If a looser rule also fits, why must the strict one look first?",
  lab: "match",
  files: [{ path: "retry.py", content: { text: RETRY } }],
  start: { next: [{ type: "read", session: "A", turn: "t1", arguments: { path: "retry.py" } }] },
  steps: [
    {
      kind: "read",
      title: "Read: the same block stands twice",
      text: [
        "Lines 8 to 10 and lines 15 to 17 hold the same three lines of code. In the first, the lines inside the `if` are four spaces deeper. In the second only two.",
        "The needle will be that block with four spaces, but written at the left edge. No place in the file has it so.",
      ],
    },
    {
      kind: "predict",
      title: "Predict: how many places fit?",
      text: ["The rules are asked one after the other, the pickiest first. The first one that sees anything decides."],
      quotes: [{ label: "needle", text: NEEDLE }],
      choices: ["No place: it is indented in another way", "One place: lines 8 to 10", "Two places, so it is refused"],
      right: 1,
      because:
        "`exact` saw nothing. `indentation_flexible` moves the whole block left or right but keeps the steps between its lines, so only the first block fits.",
      scene: { match: { old_text: NEEDLE, new_text: REPLACEMENT } },
      sees: [{ label: "the answer", look: { kind: "edit" }, is: "HTTP 200, indentation_flexible, lines 8 to 10" }],
    },
    {
      kind: "explain",
      title: "See why: the later rules were not asked",
      text: [
        "In the trace the line stops at the slot that decided. The rules below it are looser. `line_trimmed`, the next one, drops all spaces at both ends of a line: it could not tell the two blocks apart.",
        "The strict rule knew which block was meant. A looser one knows less.",
      ],
    },
    {
      kind: "break",
      title: "Break it: ask the loose rule first",
      text: [
        "The switches under the needle turn rules off. This is not what the server does. Put `line_trimmed` before all others.",
      ],
      button: "Reorder and run",
      scene: { match: { order: ["line_trimmed"] } },
      sees: [
        {
          label: "with line_trimmed first",
          look: { kind: "what_if" },
          is: "ambiguous, line_trimmed, lines 8 to 10 and 15 to 17",
        },
        { label: "the server still says", look: { kind: "edit" }, is: "HTTP 200, indentation_flexible, lines 8 to 10" },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random files",
      scene: { match: { order: [] } },
      text: [
        "Two laws, 1,000 random files each. The strictest rule that finds anything decides; asked behind a looser one it would never decide. And what a stricter rule finds in whole lines, every looser one finds too.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "Rules are asked from strict to loose, and the first that sees a place decides. A looser rule in front would hide every stricter one behind it.",
      ],
    },
  ],
  properties: ["M5", "M3"],
  doc: { file: "README.md", heading: "How `edit_file` finds the place" },
};
