import { wireInputs } from "../../labs/wire/wire-inputs.ts";
import type { Lesson } from "../lesson.ts";
import { documentAfter } from "../lesson-document.ts";
import type { Bench } from "../look.ts";
import { type Html, html, NOTHING } from "./html.ts";

/** The last text of the lesson that was cut: kept above the line, struck through below. */
export async function streamPicture(lesson: Lesson, bench: Bench): Promise<Html> {
  for (let done = lesson.steps.length; done > 0; done -= 1) {
    const { text, tools, chunk } = wireInputs.read(documentAfter(lesson, done));
    const reading = await bench.read({ text, tools, chunk, arrived: null });
    if (reading.kind === "refused" || reading.end.cut === null) continue;
    const { cut, calls } = reading.end;
    const names = calls.map(({ name }) => name).join(", ");
    return html`<figure class="picture" data-tone="warn">
<figcaption><span>Kept: the call ${names}. Discarded: everything from ${cut.marker} on</span></figcaption>
<pre class="file" tabindex="0">${text.slice(0, cut.at)}<b>— cut at character ${cut.at} —</b>
<s>${text.slice(cut.at).trimEnd()}</s></pre>
</figure>`;
  }
  return NOTHING;
}
