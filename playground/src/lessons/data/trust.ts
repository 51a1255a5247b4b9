import type { Lesson } from "../lesson.ts";

const TOTAL = `function total(order) {
  let sum = 0;
  for (const line of order.lines) {
    sum += line.price * line.count;
  }
  return sum;
}
`;

const LONG = `function total(order) {
  let sum = sumOf(order.lines.map((line) => line.price * line.count));
  if (order.voucher !== null) sum -= redeem(order.voucher, { order: order.id, audit: true });
  if (order.country !== shop.country) sum += shipping.abroad(order.country, order.weight);
  return sum;
}
`;

const NEEDLE = `function total(order) {
  var result = 0;
  order.lines.forEach((line) => { result += line.amount(); });
  return result;
}
`;

const REPLACEMENT = `function total(order) {
  return order.lines.reduce((sum, line) => sum + line.price * line.count, 0);
}
`;

export const TRUST: Lesson = {
  id: "trust",
  title: "The rule that trusts its ends",
  question: "The first and last line are right, the middle is made up. May the edit land?",
  lab: "match",
  files: [
    { path: "total.js", content: { text: TOTAL } },
    { path: "long.js", content: { text: LONG } },
  ],
  start: {
    next: [
      { type: "read", session: "A", turn: "t1", arguments: { path: "total.js" } },
      { type: "read", session: "A", turn: "t1", arguments: { path: "long.js" } },
    ],
  },
  steps: [
    {
      kind: "predict",
      title: "Predict: is that enough?",
      text: [
        "A model often remembers how a function begins and ends, and makes up what lies between. Compare this needle with `total.js`: only the first line and the last fit.",
        "Every rule but the last compares all lines. What does the last one do?",
      ],
      quotes: [{ label: "needle", text: NEEDLE }],
      choices: [
        "It refuses: three lines are wrong",
        "It places the edit, and asks for a review",
        "It places the edit as if nothing were odd",
      ],
      right: 1,
      because:
        "`block_anchor` compares the two ends and takes the lines between on trust. It is the only rule that does, so its answer carries `requires_review`: somebody must look at what was replaced.",
      scene: { match: { old_text: NEEDLE, new_text: REPLACEMENT } },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 200, block_anchor, lines 1 to 7, requires_review" },
      ],
    },
    {
      kind: "explain",
      title: "See why: never compared",
      text: [
        "In the file the lines between the ends are hatched: no rule has looked at them. Trust has to have a limit, for between two right ends there may be far more than the needle knew of.",
      ],
    },
    {
      kind: "run",
      title: "Put more into the middle",
      text: [
        "`long.js` begins and ends in the same way and is no longer in lines, but its lines hold a voucher and shipping abroad. The needle knows nothing of either; the edit would throw both away.",
      ],
      button: "Try it on long.js",
      scene: { path: "long.js" },
      sees: [
        { label: "the answer", look: { kind: "edit" }, is: "HTTP 409, oversized_span, block_anchor, lines 1 to 6" },
        { label: "long.js", look: { kind: "same", path: "long.js" }, is: "as at the start" },
      ],
    },
    {
      kind: "break",
      title: "Break it: no limit",
      text: [
        "The limit: spaces aside, the place may hold one and a half times the needle's characters and 24 more. Switch the limit off, and look at the diff. Not what the server does.",
      ],
      button: "Switch the limit off",
      scene: { match: { anySpan: true } },
      sees: [
        {
          label: "without a limit",
          look: { kind: "what_if" },
          is: "placed, block_anchor, lines 1 to 6, requires_review",
        },
      ],
    },
    {
      kind: "prove",
      title: "Prove it on random files",
      scene: { match: { anySpan: false } },
      text: [
        "Two laws, 1,000 random files each: no accepted place holds more than 1.5 times the needle and 24 characters, and `requires_review` is said for this rule and for no other.",
      ],
    },
    {
      kind: "rule",
      title: "The rule",
      text: [
        "One rule trusts its ends. It is asked last, it asks for a review, and what it may replace is bounded by what the needle holds.",
      ],
    },
  ],
  properties: ["M10", "M11"],
  doc: { file: "README.md", heading: "How `edit_file` finds the place" },
};
