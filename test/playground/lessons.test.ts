import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseDocument } from "../../playground/src/document/mod.ts";
import { documentAfter } from "../../playground/src/lessons/lesson-document.ts";
import { lookAt } from "../../playground/src/lessons/look.ts";
import { benchHere } from "../../playground/src/lessons/page/bench-here.ts";
import { LESSONS } from "../../playground/src/lessons/registry.ts";
import { PROPERTIES } from "../property/mod.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

for (const lesson of LESSONS) {
  describe(`lesson ${lesson.id}`, () => {
    for (const [index, step] of lesson.steps.entries()) {
      if (step.sees === undefined) continue;
      test(`step ${index + 1} shows what its data says`, async () => {
        const document = documentAfter(lesson, index + 1);
        const bench = benchHere();
        const seen: [string, string][] = [];
        for (const { label, look } of step.sees ?? []) seen.push([label, await lookAt(look, document, bench)]);
        expect(seen).toEqual(step.sees?.map(({ label, is }) => [label, is]));
      });
    }

    test("asks for one prediction, before its outcome stands on the bench", () => {
      const predictions = lesson.steps.flatMap((step, index) => (step.kind === "predict" ? [{ step, index }] : []));
      expect(predictions).toHaveLength(1);
      for (const { step, index } of predictions) {
        expect(documentAfter(lesson, index)).not.toEqual(documentAfter(lesson, index + 1));
        expect(step.sees?.length).toBeGreaterThan(0);
        expect(step.choices.length).toBeGreaterThan(1);
        expect(step.choices[step.right]).toBeDefined();
      }
    });

    test("has three to six steps, ends with proof and rule, and no two titles or labels of a step are the same", () => {
      expect(lesson.steps.length).toBeGreaterThanOrEqual(3);
      expect(lesson.steps.length).toBeLessThanOrEqual(6);
      expect(lesson.steps.slice(-2).map(({ kind }) => kind)).toEqual(["prove", "rule"]);
      const titles = lesson.steps.map(({ title }) => title);
      expect([...new Set(titles)]).toEqual(titles);
      for (const { sees = [] } of lesson.steps) {
        const labels = sees.map(({ label }) => label);
        expect([...new Set(labels)]).toEqual(labels);
      }
    });

    test("every state of it is a document that a link could carry", () => {
      for (let done = 0; done <= lesson.steps.length; done++) {
        const document = documentAfter(lesson, done);
        expect(parseDocument(JSON.parse(JSON.stringify(document)))).toEqual({ kind: "document", document });
      }
    });

    test("names laws that are run, and a heading that is written", () => {
      const known = PROPERTIES.map(({ id }) => id);
      expect(lesson.properties.filter((id) => !known.includes(id))).toEqual([]);
      expect(lesson.properties.length).toBeGreaterThan(0);
      const headings = readFileSync(`${REPOSITORY}${lesson.doc.file}`, "utf8").match(/^#+ .*$/gm) ?? [];
      expect(headings.map((line) => line.replace(/^#+ /, ""))).toContain(lesson.doc.heading);
    });

    test("has whole pairs of backticks in every text", () => {
      const texts = lesson.steps.flatMap((step) => [
        step.title,
        ...step.text,
        ...(step.kind === "predict" ? [...step.choices, step.because] : []),
      ]);
      expect(texts.filter((text) => text.split("`").length % 2 === 0)).toEqual([]);
    });
  });
}

test("every lesson has an id of its own", () => {
  const ids = LESSONS.map(({ id }) => id);
  expect([...new Set(ids)]).toEqual(ids);
});
