import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXAMPLE_FILTER, parseFilter } from "../../runtime/memory/mod.ts";

const ENTRIES = [
  { key: "plan", value: "write the parser" },
  { key: "plan:done", value: "the lexer is done" },
  { key: "status:edit_file:17", value: "[EDIT OK] a.ts" },
  { key: 'odd "key"', value: "it's here\n" },
];

function keysFor(source: string): string[] {
  const filter = parseFilter(source);
  if (filter.kind === "refused") throw new Error(`${filter.at}: ${filter.message}`);
  return ENTRIES.filter(filter.matches).map((entry) => entry.key);
}

describe("the memory filter", () => {
  const FOUND: readonly (readonly [string, readonly string[]])[] = [
    ['filter(memory, .key == "plan")', ["plan"]],
    ['filter(memory,.key=="status:edit_file:17")', ["status:edit_file:17"]],
    ["  filter ( memory , .key == 'plan' )  ", ["plan"]],
    ['.key == "plan"', ["plan"]],
    ['"plan" == .key', ["plan"]],
    ['.key != "plan"', ["plan:done", "status:edit_file:17", 'odd "key"']],
    ['.key startsWith "plan"', ["plan", "plan:done"]],
    ['.value contains "the"', ["plan", "plan:done"]],
    ['.value contains ""', ENTRIES.map((entry) => entry.key)],
    ['.key == "PLAN"', []],
    [".key == .value", []],
    ['!.key startsWith "plan"', ["status:edit_file:17", 'odd "key"']],
    ['!!(.key == "plan")', ["plan"]],
    ['.key == "plan" || .key == "plan:done" && .value contains "lexer"', ["plan", "plan:done"]],
    ['(.key == "plan" || .key == "plan:done") && .value contains "lexer"', ["plan:done"]],
    ['.key startsWith "plan" && !(.value contains "done")', ["plan"]],
    [String.raw`.key == "odd \"key\""`, ['odd "key"']],
    [String.raw`.value == 'it\'s here\n'`, ['odd "key"']],
    [EXAMPLE_FILTER, ["plan"]],
  ];
  for (const [source, keys] of FOUND) {
    test(`${source} finds ${JSON.stringify(keys)}`, () => expect(keysFor(source)).toEqual(keys));
  }

  const REFUSED: readonly (readonly [string, number, RegExp])[] = [
    ["", 0, /^\.key, \.value or quoted text is expected, not the end$/],
    ["status:edit_file:17", 6, /":" means nothing here/],
    ["plan", 0, /quoted text is expected, not "plan"/],
    [".key", 4, /^==, !=, contains or startsWith is expected, not the end$/],
    ['.key = "plan"', 5, /"=" means nothing here/],
    ['.key === "plan"', 7, /"=" means nothing here/],
    ['.key matches "p.*"', 5, /startsWith is expected, not "matches"/],
    ['.key toString "p"', 5, /startsWith is expected, not "toString"/],
    ['.constructor == "x"', 0, /quoted text is expected, not "\.constructor"/],
    ['.key.length == "4"', 4, /startsWith is expected, not "\.length"/],
    ['filter(memory, .key == "plan"', 29, /^"\)" is expected, not the end$/],
    ['filter(other, .key == "plan")', 7, /"memory" is expected, not "other"/],
    ['filter(memory, .key == "plan"); process.exit()', 30, /";" means nothing here/],
    ['.key == "plan" .value == "x"', 15, /^&& or \|\| or the end is expected/],
    ['.key == "plan" &&', 17, /not the end$/],
    ['.key == "plan', 8, /the quoted text has no end/],
    [String.raw`.key == "\u0041"`, 9, /the escape is none of/],
    [`${"(".repeat(33)}.key == "x"${")".repeat(33)}`, 33, /nested deeper than 32/],
    [`${"!".repeat(40)}.key == "x"`, 33, /nested deeper than 32/],
  ];
  for (const [source, at, message] of REFUSED) {
    test(`${JSON.stringify(source.slice(0, 50))} is refused at ${at}`, () => {
      const filter = parseFilter(source);
      expect(filter).toEqual({ kind: "refused", at, message: expect.stringMatching(message) });
    });
  }

  test("means what the same condition means in the language itself", () => {
    const operand = fc.constantFrom(".key", ".value", '"a"', '"b"', '""', '"ab"');
    const operator = fc.constantFrom("==", "!=", "contains", "startsWith");
    const { condition } = fc.letrec<{ condition: string; comparison: string }>((tie) => ({
      comparison: fc.tuple(operand, operator, operand).map((parts) => parts.join(" ")),
      condition: fc.oneof(
        { maxDepth: 4, depthSize: "medium" },
        tie("comparison"),
        tie("condition").map((inner) => `!(${inner})`),
        fc.tuple(tie("condition"), tie("condition")).map(([left, right]) => `(${left}) && ${right}`),
        fc.tuple(tie("condition"), tie("condition")).map(([left, right]) => `${left} || (${right})`),
      ),
    }));
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 });
    fc.assert(
      fc.property(condition, text, text, (source, key, value) => {
        const filter = parseFilter(`filter(memory, ${source})`);
        const expected = inJavaScript(source)({ key, value });
        return filter.kind === "ok" && filter.matches({ key, value }) === expected;
      }),
      { numRuns: 300 },
    );
  });

  test("anything at all is read or refused, never thrown at the caller", () => {
    const piece = fc.constantFrom(
      ".key",
      ".value",
      '"x"',
      "==",
      "contains",
      "(",
      ")",
      "!",
      "&&",
      "||",
      "filter",
      ",",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 3 }))), (pieces) => {
        const filter = parseFilter(pieces.join(" "));
        return filter.kind === "ok" || (filter.at >= 0 && filter.message !== "");
      }),
      { numRuns: 500 },
    );
  });
});

/** The oracle: the condition as JavaScript, for the plain operands used above. */
function inJavaScript(source: string): (entry: { key: string; value: string }) => boolean {
  const translated = source
    .replace(/(\.\w+|"\w*") contains (\.\w+|"\w*")/g, (_, left, right) => `(${left}).includes(${right})`)
    .replace(/(\.\w+|"\w*") startsWith (\.\w+|"\w*")/g, (_, left, right) => `(${left}).startsWith(${right})`)
    .replace(/(^|[^\w)"])(\.key|\.value)/g, (_, before, name) => `${before}entry${name}`);
  const matches: unknown = new Function("entry", `return ${translated};`);
  if (typeof matches !== "function") throw new TypeError("no function");
  return (entry) => matches(entry) === true;
}
