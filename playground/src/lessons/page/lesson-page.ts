import type { Lesson, LessonStep } from "../lesson.ts";
import { documentAfter } from "../lesson-document.ts";
import { type Bench, lookAt } from "../look.ts";
import { LESSONS } from "../registry.ts";
import { finalPicture } from "./final-picture.ts";
import { type Html, html, marked, NOTHING } from "./html.ts";

/** A lesson as a page of its own: nothing in it runs, and what it shows was computed when it was built. */
export async function lessonPage(lesson: Lesson, bench: Bench, policy: string): Promise<string> {
  const steps: Html[] = [];
  for (const [index, step] of lesson.steps.entries()) steps.push(await stepSection(lesson, step, index, bench));
  const at = LESSONS.indexOf(lesson);
  const next = LESSONS[at + 1];
  return page(
    lesson.title,
    policy,
    html`<p class="quiet">Lesson ${at + 1} of ${LESSONS.length}</p>
<h1>${lesson.title}</h1>
<p class="ask">${lesson.question}</p>
<p><a class="btn" href="../index.html#lesson=${lesson.id}/1">Try it on the bench</a></p>
${steps}
<h2>How it ends</h2>
${await finalPicture(lesson, bench)}
<p>Written down in <code>${lesson.doc.file}</code>, section “${marked(lesson.doc.heading)}”. Laws that say the same for any input: ${lesson.properties.map((id, index) => html`${index === 0 ? "" : ", "}<code>${id}</code>`)}.</p>
<p>${next === undefined ? NOTHING : html`<a href="${next.id}.html">Next: ${next.title}</a>`}</p>`,
  );
}

/** The list of all lessons. */
export function lessonsPage(policy: string): string {
  return page(
    "Lessons",
    policy,
    html`<h1>Lessons</h1>
<p class="ask">Why an edit lands in the one place that was meant, or nowhere.</p>
<ol class="all">${LESSONS.map(({ id, title, question }) => html`<li><a href="${id}.html">${title}</a><p>${question}</p></li>`)}</ol>`,
  );
}

async function stepSection(lesson: Lesson, step: LessonStep, index: number, bench: Bench): Promise<Html> {
  const seen: Html[] = [];
  for (const { label, look } of step.sees ?? []) {
    const is = await lookAt(look, documentAfter(lesson, index + 1), bench);
    seen.push(html`<div><dt>${label}</dt><dd>${is}</dd></div>`);
  }
  const sights = seen.length === 0 ? NOTHING : html`<dl class="sights">${seen}</dl>`;
  return html`<section>
<h2><span class="n">${index + 1}</span> ${marked(step.title)}</h2>
${step.text.map((text) => html`<p>${marked(text)}</p>`)}
${(step.quotes ?? []).map(({ label, text }) => html`<figure class="quote"><figcaption>${label}</figcaption><pre tabindex="0">${text.trimEnd()}</pre></figure>`)}
${step.kind === "predict" ? prediction(step, sights) : sights}
</section>
`;
}

/** Folded, so that the reader can guess first without a script. */
function prediction(step: Extract<LessonStep, { kind: "predict" }>, sights: Html): Html {
  return html`<ul class="choices">${step.choices.map((text) => html`<li>${marked(text)}</li>`)}</ul>
<details><summary>Choose, then open: what happens?</summary>
<p><b>${marked(step.choices[step.right] ?? "")}.</b> ${marked(step.because)}</p>
${sights}</details>`;
}

function page(title: string, policy: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Mortise</title>
<link rel="icon" href="../mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header><a href="../index.html">Mortise playground</a> <a href="index.html">All lessons</a></header>
<main>
${body}
</main>
</body>
</html>
`.markup;
}
