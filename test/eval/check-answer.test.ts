import { describe, expect, test } from "vitest";
import { categoryOf, checkAnswer, type EvalItem, readItems } from "../../runtime/eval/mod.ts";
import type { JsonObject, PlainCall } from "../../runtime/wire/mod.ts";

/** One item with one function `f`, of a category that its file's name tells. */
function item(
  file: string,
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
  truth: readonly object[],
): EvalItem {
  const category = categoryOf(file);
  if (category === null) throw new Error(file);
  const described = { name: "a.f", description: "", parameters: { type: "dict", properties, required } };
  const items = JSON.stringify({ id: "x", question: [[]], function: [described] });
  const read = readItems(category, items, JSON.stringify({ id: "x", ground_truth: truth.map((p) => ({ "a.f": p })) }));
  const [only] = read.kind === "items" ? read.items : [];
  if (only === undefined) throw new Error(JSON.stringify(read));
  return only;
}

function call(args: JsonObject, name = "a.f"): PlainCall {
  return { name, arguments: args };
}

function strict(given: EvalItem, calls: readonly PlainCall[] | null): string {
  return checkAnswer(given, calls).strict ?? "right";
}

describe("checking an answer", () => {
  const STRING = { type: "string" };
  const simple = (schema: object, accepted: readonly unknown[]) =>
    item("BFCL_v4_simple_python.json", { p: schema }, ["p"], [{ p: accepted }]);

  test("of one call judges number, name and parameters of the calls", () => {
    const given = item(
      "BFCL_v4_simple_python.json",
      { p: STRING, q: { type: "integer" }, r: STRING },
      ["p"],
      [{ p: ["x"], q: [1], r: ["", "y"] }],
    );
    const cases: readonly (readonly [readonly PlainCall[] | null, string])[] = [
      [[call({ p: "x", q: 1 })], "right"],
      [[call({ p: "x", q: 1, r: "y" })], "right"],
      [[call({ p: "x", q: 1 }, "a_f")], "right"],
      [null, "decoder_failed"],
      [[], "wrong_count"],
      [[call({ p: "x", q: 1 }), call({ p: "x", q: 1 })], "wrong_count"],
      [[call({ p: "x", q: 1 }, "b.f")], "wrong_func_name"],
      [[call({ q: 1 })], "missing_required"],
      [[call({ p: "x" })], "missing_optional"],
      [[call({ p: "x", q: 1, s: 1 })], "unexpected_param"],
      [[call({ p: "x", q: 1, ["__proto__"]: 1 })], "unexpected_param"],
      [[call({ p: "x", q: 1, r: "z" })], "value_error:string"],
      [[call({ p: "x", q: 1, r: "" })], "right"],
    ];
    expect(cases.map(([calls]) => strict(given, calls))).toEqual(cases.map(([, outcome]) => outcome));
  });

  test("compares values by their declared type", () => {
    const cases: readonly (readonly [object, readonly unknown[], unknown, string])[] = [
      [STRING, ["New York, NY"], "new-york ny", "right"],
      [STRING, ["it's"], 'it"s', "right"],
      [STRING, ["a"], 1, "type_error:simple"],
      [STRING, [5], 5, "right"],
      [STRING, [5], 6, "value_error:others"],
      [{ type: "integer" }, [3], 3, "right"],
      [{ type: "integer" }, [3], 3.5, "type_error:simple"],
      [{ type: "integer" }, [1], true, "type_error:simple"],
      [{ type: "float" }, [2.5, 3], 3, "right"],
      [{ type: "float" }, [3], "3", "type_error:simple"],
      [{ type: "boolean" }, [true], true, "right"],
      [{ type: "boolean" }, [true], 1, "type_error:simple"],
      [{ type: "boolean" }, [true], false, "value_error:others"],
      [{ type: "array", items: STRING }, [["a B", "c"]], ["ab", "C"], "right"],
      [{ type: "array", items: STRING }, [["a", "c"]], ["c", "a"], "value_error:list"],
      [{ type: "array", items: { type: "integer" } }, [[1, 2]], [1, "2"], "type_error:nested"],
      [{ type: "array", items: { type: "float" } }, [[1.5, 2]], [1.5, 2], "right"],
      [{ type: "tuple", items: { type: "integer" } }, [[1, 2]], [1, 2], "right"],
      [{ type: "dict" }, [{ k: ["v", "w"], o: ["", 1] }], { k: "W" }, "right"],
      [{ type: "dict" }, [{ k: ["v"] }], { k: "x" }, "value_error:dict_value"],
      [{ type: "dict" }, [{ k: ["v"] }], { k: "v", z: 1 }, "value_error:dict_key"],
      [{ type: "dict" }, [{ k: ["v"], m: [1] }], { k: "v" }, "value_error:dict_key"],
      [{ type: "array", items: { type: "dict" } }, [[{ k: ["v"] }]], [{ k: "v" }], "right"],
      [{ type: "array", items: { type: "dict" } }, [[{ k: ["v"] }]], [], "value_error:list_dict_count"],
      [
        { type: "array", items: { type: "dict" } },
        [[{ k: ["v"] }, { k: ["w"] }]],
        [{ k: "w" }, { k: "v" }],
        "value_error:dict_value",
      ],
      [{ type: "any" }, ["x"], "x", "right"],
      [{ type: "any" }, [7], 7, "right"],
    ];
    for (const [schema, accepted, value, outcome] of cases) {
      const json: JsonObject = JSON.parse(JSON.stringify({ p: value }));
      expect({ schema, value, outcome: strict(simple(schema, accepted), [call(json)]) }).toEqual({
        schema,
        value,
        outcome,
      });
    }
  });

  test("reads the values of Java and JavaScript from their source text", () => {
    const cases: readonly (readonly [string, string, object, readonly unknown[], string, string])[] = [
      ["java", "int", {}, [5], "5", "right"],
      ["java", "long", {}, [5000], "5000L", "right"],
      ["java", "float", {}, [2.5], "2.5f", "right"],
      ["java", "boolean", {}, [true], "true", "right"],
      ["java", "int", {}, [5], "five", "type_error:simple"],
      ["java", "String", {}, ["a b"], "a b", "right"],
      [
        "java",
        "ArrayList",
        { items: { type: "integer" } },
        [[1, 2]],
        "new ArrayList<Integer>(Arrays.asList(1, 2))",
        "right",
      ],
      ["java", "Array", { items: { type: "String" } }, [["a,b", "c"]], 'new String[]{"a,b", "c"}', "right"],
      [
        "java",
        "HashMap",
        {},
        [{ k: ["v"], n: [1] }],
        'new HashMap<String, Object>() {{ put("k", "v"); put("n", 1); }}',
        "right",
      ],
      ["java", "HashMap", {}, ["someMap"], "someMap", "right"],
      ["javascript", "dict", {}, [{ a: [1], b: ["x:y"] }], "{a: 1, 'b': \"x:y\"}", "right"],
      ["javascript", "array", { items: { type: "String" } }, [["a", "b"]], "['a', `b`]", "right"],
      ["javascript", "Bigint", {}, [12], "12n", "right"],
      ["javascript", "Boolean", {}, [false], "true", "value_error:others"],
    ];
    for (const [language, type, more, accepted, text, outcome] of cases) {
      const given = item(`BFCL_v4_simple_${language}.json`, { p: { type, ...more } }, ["p"], [{ p: accepted }]);
      expect({ text, outcome: strict(given, [call({ p: text })]) }).toEqual({ text, outcome });
    }
    expect(
      strict(item("BFCL_v4_simple_java.json", { p: { type: "int" } }, ["p"], [{ p: [5] }]), [call({ p: 5 })]),
    ).toBe("type_error:java");
    expect(
      strict(item("BFCL_v4_simple_javascript.json", { p: { type: "Boolean" } }, ["p"], [{ p: [true] }]), [
        call({ p: true }),
      ]),
    ).toBe("type_error:js");
  });

  test("of several calls is strict in order, and bipartite where another pairing fits", () => {
    const given = item("BFCL_v4_parallel.json", { p: { type: "integer" } }, ["p"], [{ p: [1, 2] }, { p: [1] }]);
    const check = (...values: number[]) =>
      checkAnswer(
        given,
        values.map((p) => call({ p })),
      );
    expect(check(2, 1)).toEqual({ strict: null, bipartite: null });
    expect(check(1, 2)).toEqual({ strict: "cannot_find_match", bipartite: null });
    expect(check(2, 2)).toEqual({ strict: "cannot_find_match", bipartite: "cannot_find_match" });
    expect(check(1)).toEqual({ strict: "wrong_count", bipartite: "wrong_count" });
  });

  test("where no call, or any call, is right asks only whether there is one", () => {
    const none = item("BFCL_v4_live_irrelevance.json", {}, [], []);
    const some = item("BFCL_v4_live_relevance.json", {}, [], []);
    expect([strict(none, []), strict(none, null), strict(none, [call({})])]).toEqual([
      "right",
      "right",
      "decoder_success",
    ]);
    expect([strict(some, []), strict(some, null), strict(some, [call({})])]).toEqual([
      "decoder_failed",
      "decoder_failed",
      "right",
    ]);
  });

  test("categories are told by file name, and what is no category's file is none", () => {
    const told = (name: string) => {
      const category = categoryOf(name);
      return category && `${category.name} ${category.expects} ${category.language}`;
    };
    expect(
      ["BFCL_v4_live_parallel_multiple.json", "BFCL_v3_java.json", "simple_python.jsonl", "multiple.json"].map(told),
    ).toEqual([
      "live_parallel_multiple many python",
      "java one java",
      "simple_python one python",
      "multiple one python",
    ]);
    expect(["BFCL_v4_multi_turn_base.json", "README.md", "BFCL_v4_web_search.json"].map(told)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("a line that cannot be used is told with its number", () => {
    const category = categoryOf("simple_python.json");
    if (category === null) throw new Error("no category");
    expect(readItems(category, '{"id":"a","function":[]}\nnonsense\n', '{"id":"a","ground_truth":[{"f":{}}]}')).toEqual(
      {
        kind: "bad",
        line: 2,
        message: "no {id, question, function}",
      },
    );
    expect(readItems(category, '\n{"id":"a","function":[]}', "")).toEqual({
      kind: "bad",
      line: 2,
      message: '"a" has no accepted answer',
    });
  });
});
