import { revisionOf } from "../../../../runtime/file-state/mod.ts";
import { decodeText } from "../../../../runtime/text/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import { stateInputs, turnOf } from "./state-inputs.ts";

/** Lines of a partial read. */
const PART_LINES = 2;

export function readEvent(bench: Workbench, session: string, part: boolean): PlaygroundEvent {
  const range = part ? { offset: 1, limit: PART_LINES } : {};
  return { type: "read", ...caller(bench, session), arguments: { path: pathOf(bench), ...range } };
}

/** The session changes a line of the file as it remembers it; one that never read it goes by what is there. */
export function editEvent(bench: Workbench, session: string): PlaygroundEvent {
  const text = remembered(bench, session);
  const line = ownLine(text);
  return {
    type: "edit",
    ...caller(bench, session),
    arguments: {
      path: pathOf(bench),
      command: "str_replace",
      old_text: line,
      new_text: `${line}  # ${session}${countOf(bench, session)}`,
      ...revision(bench, session),
    },
  };
}

/** The whole file as the session remembers it, with a line of its own. */
export function writeEvent(bench: Workbench, session: string): PlaygroundEvent {
  const text = remembered(bench, session);
  const mark = `# ${session}${countOf(bench, session)} wrote the whole file\n`;
  return {
    type: "write",
    ...caller(bench, session),
    arguments: {
      path: pathOf(bench),
      content: text === "" || text.endsWith("\n") ? `${text}${mark}` : `${text}\n${mark}`,
      ...revision(bench, session),
    },
  };
}

export function humanWrite(bench: Workbench): PlaygroundEvent {
  const text = textNow(bench);
  return { type: "human-write", path: pathOf(bench), content: { text: `${text}# a human was here\n` } };
}

/** Another last letter, but the size and the time of before. */
export function slyWrite(bench: Workbench): PlaygroundEvent {
  const text = textNow(bench);
  const at = text.search(/[a-z][^a-z]*$/);
  const changed = at < 0 ? text : `${text.slice(0, at)}${text.charAt(at).toUpperCase()}${text.slice(at + 1)}`;
  return { type: "human-write", path: pathOf(bench), content: { text: changed }, keepTime: true };
}

export function formatted(bench: Workbench, how: "reindent" | "crlf"): PlaygroundEvent {
  const text = textNow(bench);
  const lines = text.split(/\r\n|\n/);
  const next = how === "crlf" ? lines.join("\r\n") : lines.map((line) => halved(line)).join("\n");
  return { type: "human-write", by: "formatter", path: pathOf(bench), content: { text: next } };
}

export function renameEvent(bench: Workbench): PlaygroundEvent {
  const path = pathOf(bench);
  return { type: "rename", from: path, to: `${path}.old` };
}

export function pathOf(bench: Workbench): string {
  return bench.path.peek() ?? "new.txt";
}

function caller(bench: Workbench, session: string): { session: string; turn: string } {
  return { session, turn: turnOf(stateInputs(bench), session) };
}

function revision(bench: Workbench, session: string): { revision?: string } {
  const hash = seenHash(bench, session);
  return stateInputs(bench).withRevision && hash !== null ? { revision: revisionOf(hash) } : {};
}

function seenHash(bench: Workbench, session: string): string | null {
  return bench.frame.peek()?.seen[session]?.[pathOf(bench)]?.observation?.contentHash ?? null;
}

function remembered(bench: Workbench, session: string): string {
  const hash = seenHash(bench, session);
  const bytes = hash === null ? undefined : bench.folded.peek()?.contents.get(hash);
  if (bytes === undefined) return textNow(bench);
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? decoded.text : "";
}

function textNow(bench: Workbench): string {
  return bench.file.peek()?.text ?? "";
}

/** The first line that stands once. */
function ownLine(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const once = lines.find((line) => line.trim() !== "" && text.indexOf(line) === text.lastIndexOf(line));
  return once ?? lines[0] ?? "";
}

/** How many calls of the session there were, so that no two edits are the same. */
function countOf(bench: Workbench, session: string): number {
  const { events, playhead } = bench.document.peek();
  return events.slice(0, playhead).filter((event) => "session" in event && event.session === session).length;
}

function halved(line: string): string {
  const depth = /^ */.exec(line)?.[0].length ?? 0;
  return depth < 2 ? line : `${" ".repeat(depth >> 1)}${line.slice(depth)}`;
}
