import type { Actor, PlaygroundDocument } from "../document/mod.ts";
import type { CallAnswer, Frame } from "../engine/frame.ts";
import type { Folded } from "../engine/operations/fold.ts";
import type { EditPreview, PreviewRequest, ShownEdit } from "../engine/operations/preview.ts";
import { previewRequest } from "../labs/match/preview-request.ts";
import { type CheckBench, type CheckLook, lookAtChange } from "./look-at-change.ts";
import { lookAtStream, type WireBench, type WireLook } from "./look-at-stream.ts";

/** One thing to look at in a document, always at its playhead. */
export type Look =
  /** What the edit in the Match lab would come to; `whatIf`: under the rules that are switched off. */
  | { readonly kind: "edit" | "what_if" }
  /** Which line ends the file would have after that edit. */
  | { readonly kind: "line_ends_after" | "line_ends_after_what_if" }
  /** A line of the file after that edit, from 1. */
  | { readonly kind: "line_after"; readonly line: number }
  /** What the last call was answered; with a mode, what it would be under that one. */
  | { readonly kind: "answer"; readonly mode?: PlaygroundDocument["settings"]["read_before_edit"] }
  /** What the session's knowledge of a file is worth. */
  | { readonly kind: "verdict"; readonly session: Actor["session"]; readonly path: string }
  /** A fact of a file, now and when the session saw it. */
  | { readonly kind: "fact"; readonly fact: "size" | "time" | "hash"; readonly session: string; readonly path: string }
  /** What the last revert says of a file. */
  | { readonly kind: "plan"; readonly path: string }
  | { readonly kind: "text"; readonly path: string }
  /** Whether a file holds what it held at the start. */
  | { readonly kind: "same"; readonly path: string }
  | WireLook
  | CheckLook;

/** The questions that looking takes; a page asks its workers, a test calls the operations. */
export interface Bench extends WireBench, CheckBench {
  fold(document: Pick<PlaygroundDocument, "files" | "settings" | "events">): Promise<Folded>;
  preview(request: PreviewRequest): Promise<EditPreview>;
}

/** What is there, in one line. Nothing here decides anything: it only says what the engine answered. */
export async function lookAt(look: Look, document: PlaygroundDocument, bench: Bench): Promise<string> {
  switch (look.kind) {
    case "edit":
    case "line_ends_after":
    case "line_after":
    case "what_if":
    case "line_ends_after_what_if":
      return sayEdit(look, await previewOf(document, bench));
    case "answer": {
      const settings = { ...document.settings, ...(look.mode !== undefined && { read_before_edit: look.mode }) };
      const { frames } = await bench.fold({ ...document, settings });
      return sayAnswer(frames[document.playhead]?.answer ?? null);
    }
    case "calls":
    case "to_user":
    case "cut":
    case "read_error":
      return lookAtStream(look, document, bench);
    case "new_findings":
    case "diagnostics_key":
      return lookAtChange(look, document, bench);
    default: {
      const folded = await bench.fold(document);
      const frame = folded.frames[document.playhead];
      return frame === undefined ? "nothing" : sayState(look, frame, folded);
    }
  }
}

async function previewOf(document: PlaygroundDocument, bench: Bench): Promise<EditPreview | null> {
  const request = previewRequest(document, document.path ?? null);
  return request === null ? null : bench.preview(request);
}

type EditLook = Extract<Look, { kind: "edit" | "what_if" | `line_${string}` }>;

function sayEdit(look: EditLook, preview: EditPreview | null): string {
  if (preview === null) return "nothing";
  const { answer, shown, whatIf } = preview;
  switch (look.kind) {
    case "edit":
      return `HTTP ${answer.status}, ${answer.result.success ? "" : `${answer.result.error_code}, `}${sayPlaces(shown)}`;
    case "what_if":
      return whatIf === null ? "no switch is on" : `${whatIf.errorCode ?? "placed"}, ${sayPlaces(whatIf)}`;
    case "line_ends_after":
      return lineEnds(shown?.after);
    case "line_ends_after_what_if":
      return lineEnds(whatIf?.after);
    case "line_after":
      return shown?.after?.split(/\r\n|\n|\r/)[look.line - 1] ?? "no such line";
  }
}

function sayPlaces(edit: ShownEdit | null): string {
  if (edit === null) return "no text";
  const { match } = edit;
  const nearest = match.kind === "refused" ? match.closestMatch : undefined;
  if (nearest !== undefined) return `nearest ${lines([nearest])}, ${Math.round(nearest.similarity * 100)} % alike`;
  const by = edit.rows.findLast(({ candidates }) => candidates > 0)?.strategy;
  const review = edit.requiresReview ? ", requires_review" : "";
  return by === undefined ? "no place" : `${by}, ${lines(edit.places)}${review}`;
}

function lines(places: readonly { readonly startLine: number; readonly endLine: number }[]): string {
  const named = places.map(({ startLine, endLine }) =>
    startLine === endLine ? startLine : `${startLine} to ${endLine}`,
  );
  const isOne = places.length === 1 && places[0]?.startLine === places[0]?.endLine;
  return `${isOne ? "line" : "lines"} ${named.join(" and ")}`;
}

function lineEnds(text: string | null | undefined): string {
  if (text === null || text === undefined) return "no edit";
  const found = new Set(text.match(/\r\n|\n|\r/g));
  const names = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" };
  return Object.entries(names)
    .flatMap(([end, name]) => (found.has(end) ? [name] : []))
    .join("+");
}

function sayAnswer(answer: CallAnswer | null): string {
  if (answer === null) return "no call";
  const { result, status } = answer;
  if (!result.success) return `HTTP ${status}, ${result.error_code}`;
  return `HTTP ${status}${result.warning === undefined ? "" : ", with a warning"}`;
}

type StateLook = Exclude<Look, EditLook | WireLook | CheckLook | { kind: "answer" }>;

function sayState(look: StateLook, frame: Frame, folded: Folded): string {
  const held = frame.files.find(({ path }) => path === look.path);
  switch (look.kind) {
    case "verdict":
      return frame.seen[look.session]?.[look.path]?.verdict ?? "nothing known";
    case "fact":
      return sayFact(look, frame);
    case "plan":
      return planned(frame.answer, look.path);
    case "text": {
      const bytes = held === undefined ? undefined : folded.contents.get(held.sha256);
      return bytes === undefined ? "no file" : new TextDecoder("utf-8", { fatal: true }).decode(bytes).trimEnd();
    }
    case "same": {
      const before = folded.frames[0]?.files.find(({ path }) => path === look.path);
      return before?.sha256 === held?.sha256 ? "as at the start" : "other bytes";
    }
  }
}

function sayFact(look: Extract<Look, { kind: "fact" }>, frame: Frame): string {
  const held = frame.files.find(({ path }) => path === look.path);
  const seen = frame.seen[look.session]?.[look.path]?.observation ?? null;
  if (held === undefined || seen === null || seen === undefined) return "nothing to compare";
  switch (look.fact) {
    case "size":
      return told(`${seen.size} bytes`, `${held.size} bytes`);
    case "time":
      return told(clock(Number(seen.mtimeNs / 1_000_000n)), clock(held.mtimeMs));
    case "hash":
      return told(seen.contentHash?.slice(0, 12) ?? "none", held.sha256.slice(0, 12));
  }
}

function told(then: string, now: string): string {
  return then === now ? `${now}, the same` : `${then}, now ${now}`;
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

function planned(answer: CallAnswer | null, path: string): string {
  const body: unknown = answer?.result.data;
  if (typeof body !== "object" || body === null || !("files" in body) || !Array.isArray(body.files)) return "no plan";
  const files: readonly unknown[] = body.files;
  for (const entry of files) {
    if (typeof entry !== "object" || entry === null || !("path" in entry) || entry.path !== path) continue;
    return "status" in entry ? String(entry.status) : "no status";
  }
  return "not in the plan";
}
