import { STRATEGY_LETTERS } from "../../../../runtime/edit/mod.ts";
import { VERDICT_LETTERS } from "../../../../runtime/file-state/mod.ts";
import type { Joint, Tone } from "../../app/mod.ts";
import { contentBytes, describeEvent, type PlaygroundDocument } from "../../document/mod.ts";
import type { CallAnswer, Frame } from "../../engine/frame.ts";
import type { ShownEdit } from "../../engine/operations/preview.ts";
import { previewRequest } from "../../labs/match/preview-request.ts";
import { jointOf, toneOf } from "../../labs/match/refusal-joint.ts";
import { JOINT_SHAPES } from "../../parts/joint-shapes.ts";
import type { Lesson } from "../lesson.ts";
import { documentAfter } from "../lesson-document.ts";
import type { Bench } from "../look.ts";
import { changesPicture } from "./changes-picture.ts";
import { type Html, html, NOTHING } from "./html.ts";
import { streamPicture } from "./stream-picture.ts";

/**
 * What the bench looks like at the end: the file with its places for an edit, the text with its cut, each file that was
 * checked, else the events with what they meant.
 */
export async function finalPicture(lesson: Lesson, bench: Bench): Promise<Html> {
  const document = documentAfter(lesson, lesson.steps.length);
  if (lesson.lab === "wire") return streamPicture(lesson, bench);
  if (lesson.lab === "diagnostics") return changesPicture(lesson, bench);
  return document.inputs.match === undefined ? eventsPicture(document, bench) : editPicture(document, bench);
}

async function editPicture(document: PlaygroundDocument, bench: Bench): Promise<Html> {
  const request = previewRequest(document, document.path ?? null);
  if (request === null) return NOTHING;
  const { answer, shown, whatIf } = await bench.preview(request);
  const edit = whatIf ?? shown;
  const file = document.files.find(({ path }) => path === document.path);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(
    (file === undefined ? null : contentBytes(file.content)) ?? new Uint8Array(),
  );
  const rules = whatIf === null ? "" : "What if, not what the server does: ";
  return html`<figure class="picture" data-tone="${toneFor(answer)}">
<figcaption>${joint(answer)}<span>${rules}${captionOf(answer, edit)}</span></figcaption>
<pre class="file" tabindex="0">${numbered(text, edit)}</pre>
</figure>`;
}

function captionOf(answer: CallAnswer, edit: ShownEdit | null): string {
  const by = edit?.rows.findLast(({ candidates }) => candidates > 0)?.strategy;
  const lines = edit?.places.map(({ startLine, endLine }) => `${startLine} to ${endLine}`).join(" and ") ?? "";
  const outcome = edit?.errorCode ?? (answer.result.success ? "placed" : answer.result.error_code);
  return by === undefined ? outcome : `${outcome}: ${by}, lines ${lines}`;
}

function numbered(text: string, edit: ShownEdit | null): readonly Html[] {
  const by = edit?.rows.findLast(({ candidates }) => candidates > 0)?.strategy;
  const letter = by === undefined ? "" : STRATEGY_LETTERS[by];
  const lines = text.replace(/\r?\n$/, "").split(/\r\n|\n|\r/);
  return lines.map((line, index) => {
    const place = edit?.places.find(({ startLine, endLine }) => startLine <= index + 1 && index + 1 <= endLine);
    const row = html`<i>${String(index + 1).padStart(3)}</i> `;
    if (place === undefined) return html`<span class="row">${row}${line}\n</span>`;
    const mark = place.startLine === index + 1 ? letter : " ";
    return html`<span class="row place" data-s="${letter}">${row}<b>${mark}</b> ${line}\n</span>`;
  });
}

async function eventsPicture(document: PlaygroundDocument, bench: Bench): Promise<Html> {
  const { frames } = await bench.fold(document);
  const paths = [...new Set(frames.flatMap(({ files }) => files.map(({ path }) => path)))].sort();
  const sessions = [...new Set(frames.flatMap(({ seen }) => Object.keys(seen)))].sort();
  const columns = sessions.flatMap((session) => paths.map((path) => ({ session, path })));
  const last = frames.findLast(({ answer }) => answer !== null)?.answer ?? null;
  const rows = frames
    .slice(1)
    .map(
      (frame, index) =>
        html`<tr><th scope="row">${index + 1}. ${frame.event === null ? "" : describeEvent(frame.event)}</th><td>${toldBy(frame)}</td>${columns.map(({ session, path }) => verdictCell(frame, session, path))}</tr>`,
    );
  return html`<figure class="picture" data-tone="${last === null ? "none" : toneFor(last)}">
<figcaption>${last === null ? NOTHING : joint(last)}<span>What happened, and what each file was worth to a session then</span></figcaption>
<div class="wide" tabindex="0" role="region" aria-label="Events and verdicts"><table><thead><tr><th scope="col">event</th><th scope="col">answer</th>${columns.map(({ session, path }) => html`<th scope="col">${session}: ${path}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>
</figure>`;
}

function toldBy({ answer }: Frame): string {
  if (answer === null) return "";
  return answer.result.success ? `HTTP ${answer.status}` : `HTTP ${answer.status}, ${answer.result.error_code}`;
}

function verdictCell(frame: Frame, session: string, path: string): Html {
  const verdict = frame.seen[session]?.[path]?.verdict;
  if (verdict === undefined) return html`<td></td>`;
  const letter = VERDICT_LETTERS[verdict];
  return html`<td><span class="v" data-v="${letter}" aria-hidden="true">${letter}</span> ${verdict}</td>`;
}

function toneFor({ result }: CallAnswer): Tone {
  return result.success ? "good" : toneOf(result.error_code);
}

function joint({ result }: CallAnswer): Html {
  const name: Joint = result.success ? "seated" : jointOf(result.error_code);
  const { wood, tenon } = JOINT_SHAPES[name];
  return html`<svg class="joint" viewBox="0 0 52 40" aria-hidden="true"><path class="wood" d="${wood}"/><path class="tenon" d="${tenon}"/></svg>`;
}
