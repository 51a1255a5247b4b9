import type { Lesson } from "../lesson.ts";
import { documentAfter } from "../lesson-document.ts";
import { type Bench, lookAt } from "../look.ts";
import { type Html, html } from "./html.ts";

/** Each file that the lesson changed: whether somebody looked, and what the answer holds. */
export async function changesPicture(lesson: Lesson, bench: Bench): Promise<Html> {
  const rows: Html[] = [];
  for (const [index, { sees = [] }] of lesson.steps.entries()) {
    if (sees.length === 0) continue;
    const document = documentAfter(lesson, index + 1);
    const found = await lookAt({ kind: "new_findings" }, document, bench);
    const key = await lookAt({ kind: "diagnostics_key" }, document, bench);
    rows.push(
      html`<tr><th scope="row"><code>${document.path ?? ""}</code></th><td>${found}</td><td><code>${key}</code></td></tr>`,
    );
  }
  return html`<figure class="picture" data-tone="none">
<figcaption><span>An empty list is there, or nothing is: never the same</span></figcaption>
<div class="wide" tabindex="0" role="region" aria-label="Files and what was said of them"><table><thead><tr><th scope="col">file</th><th scope="col">what happened</th><th scope="col">diagnostics</th></tr></thead>
<tbody>${rows}</tbody></table></div>
</figure>`;
}
