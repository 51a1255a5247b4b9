import { describe, expect, test } from "vitest";
import { rankEntries } from "../../runtime/memory/mod.ts";

const entry = (key: string, value: string) => ({ key, value, savedAt: 0 });
const ENTRIES = [
  entry("parser-plan", "Rewrite the tokenizer first, then the grammar."),
  entry("release", "The parser ships with version 2. Café résumé."),
  entry("deploy", "Run the deployment script, then check the dashboards."),
  entry("misc", "the the the the"),
];

const keysFor = (query: string) => rankEntries(query, ENTRIES).map((ranked) => ranked.entry.key);

describe("ranking of memory", () => {
  test("a word in the key counts more than one in the value", () => {
    expect(keysFor("parser")).toEqual(["parser-plan", "release"]);
  });

  test("an entry that has every word of the query in its key scores 1, and a word it lacks takes from that", () => {
    const [first] = rankEntries("Parser PLAN", ENTRIES);
    expect(first).toEqual({ entry: ENTRIES[0], score: 1 });
    expect(rankEntries("parser zebra", ENTRIES)[0]?.score).toBeLessThan(0.7);
  });

  test("a rare word outweighs one that nearly every entry has", () => {
    expect(keysFor("the deployment")[0]).toBe("deploy");
    expect(keysFor("the version")[0]).toBe("release");
  });

  test("other forms of a word, small slips, case and accents still find it", () => {
    expect(keysFor("deploy")).toEqual(["deploy"]);
    expect(keysFor("deployments")).toEqual(["deploy"]);
    expect(keysFor("tokenzier")).toEqual(["parser-plan"]);
    expect(keysFor("gramar")).toEqual(["parser-plan"]);
    expect(keysFor("RESUME cafe")).toEqual(["release"]);
  });

  test("an exact word is above a form of it", () => {
    const forms = [entry("a", "we test"), entry("b", "we tested"), entry("c", "we pest")];
    expect(rankEntries("tested", forms).map((ranked) => ranked.entry.key)).toEqual(["b", "a"]);
  });

  test("short words match exactly or not at all, and no shared word means no result", () => {
    expect(keysFor("ru")).toEqual([]);
    expect(keysFor("run")).toEqual(["deploy"]);
    expect(keysFor("zebra")).toEqual([]);
    expect(keysFor("?! -")).toEqual([]);
    expect(rankEntries("x", [])).toEqual([]);
  });
});
