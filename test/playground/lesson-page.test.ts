import { describe, expect, test } from "vitest";
import { benchHere } from "../../playground/src/lessons/page/bench-here.ts";
import { html } from "../../playground/src/lessons/page/html.ts";
import { lessonPage, lessonsPage } from "../../playground/src/lessons/page/lesson-page.ts";
import { LESSONS } from "../../playground/src/lessons/registry.ts";

const POLICY = "default-src 'none'; style-src 'self'";

describe("a lesson as a page", () => {
  for (const lesson of LESSONS) {
    test(`${lesson.id}: has each step, what it shows and the final picture, and nothing that runs`, async () => {
      const page = await lessonPage(lesson, benchHere(), POLICY);
      expect(page).not.toMatch(/<script|<style| style=| on\w+="/);
      expect(page).toContain(`content="${POLICY}"`);
      expect(page.match(/<section>/g)).toHaveLength(lesson.steps.length);
      expect(page.match(/<figure class="picture"/g)).toHaveLength(1);
      for (const step of lesson.steps) {
        for (const { is } of step.sees ?? []) expect(page).toContain(`<dd>${html`${is}`.markup}</dd>`);
      }
    });
  }

  test("the list names every lesson and links to its page", () => {
    const links = lessonsPage(POLICY).match(/href="(\w+)\.html"/g) ?? [];
    expect(links.filter((link) => link !== 'href="index.html"')).toEqual(LESSONS.map(({ id }) => `href="${id}.html"`));
  });

  test("text is text, whatever it holds", () => {
    expect(html`<p title="${`"x`}">${"<b>&</b>"}${html`<i>${1}</i>`}</p>`.markup).toBe(
      '<p title="&quot;x">&lt;b&gt;&amp;&lt;/b&gt;<i>1</i></p>',
    );
  });
});
