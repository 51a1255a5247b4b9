import type { PlaygroundDocument } from "../document/mod.ts";

const TOTAL = `function total(order) {
  let sum = 0;
  for (const line of order.lines) {
    sum += line.price * line.count;
  }
  return sum;
}
`;

/** First and last line are right, the middle is made up. */
export const TRUST: Partial<PlaygroundDocument> = {
  files: [{ path: "total.js", content: { text: TOTAL } }],
  events: [{ type: "read", session: "A", turn: "t1", arguments: { path: "total.js" } }],
  playhead: 1,
  inputs: {
    match: {
      old_text: `function total(order) {
  var result = 0;
  order.lines.forEach((line) => { result += line.amount(); });
  return result;
}
`,
      new_text: `function total(order) {
  return order.lines.reduce((sum, line) => sum + line.price * line.count, 0);
}
`,
    },
  },
};
