import type { Workbench } from "../../app/mod.ts";
import type { ShownEdit } from "../../engine/operations/preview.ts";
import {
  BytesView,
  CodeEditor,
  type EditorSpan,
  FileFactsLine,
  PaneBar,
  strategyLetter,
  VerdictMark,
} from "../../parts/mod.ts";
import { matchInputs } from "./match-inputs.ts";
import { isSettled } from "./match-state.ts";
import { shown } from "./shown.ts";

export function FilePane({ bench }: { readonly bench: Workbench }) {
  const file = bench.file.value;
  if (file === null) return <p class="empty">No file is open. Pick one in the tree, or import one.</p>;
  const now = shown(bench);
  const spans = now?.edit && now.applied === null && isSettled.value ? spansOf(now.edit, file.text ?? "") : [];
  const verdict = bench.frame.value?.seen[matchInputs(bench).session]?.[file.path]?.verdict;
  const edges = [...new Set(spans.map(({ role }) => role))];
  return (
    <>
      <PaneBar title={file.path}>
        {verdict !== undefined && <VerdictMark verdict={verdict} />}
        <FileFactsLine facts={file.facts} />
      </PaneBar>
      {file.text === null ? (
        <div class="code scroll" tabIndex={0} role="region" aria-label={`Bytes of ${file.path}`}>
          <BytesView bytes={file.bytes} />
        </div>
      ) : (
        <CodeEditor
          key={file.path}
          testId="file-editor"
          label={`Contents of ${file.path}`}
          path={file.path}
          text={file.text}
          spans={spans}
          reveal={bench.reveal.value}
          onText={(text) => bench.typeInto(file.path, text)}
        />
      )}
      <p class="keys">
        {edges.map((role) => (
          <span key={role} class="key">
            <i class="role" data-role={role} data-s={spans[0]?.letter} />
            {ROLE_WORDS[role]}
          </span>
        ))}
        {spans[0]?.aside?.some((count) => count > 0) && (
          <span class="key">
            <i class="hatch" data-s={spans[0]?.letter} />
            hatched: {asideWords(spans[0].aside)} set aside before comparing
          </span>
        )}
        {spans.some(({ onTrust }) => onTrust) && (
          <span class="key">
            <i class="hatch" data-s={spans[0]?.letter} />
            hatched: never compared
          </span>
        )}
        <span class="key end">Esc, then Tab leaves the editor</span>
      </p>
    </>
  );
}

function asideWords(counts: readonly number[]): string {
  const least = counts.reduce((a, b) => Math.min(a, b));
  const most = counts.reduce((a, b) => Math.max(a, b));
  return least === most ? `${most} characters` : `${least} to ${most} characters`;
}

const ROLE_WORDS = {
  chosen: "solid edge: chosen",
  competing: "dashed edge: competing",
  closest: "dotted edge: nearest text",
} as const;

/** Only so many places are drawn into the file. */
const DRAWN = 200;

function spansOf(edit: ShownEdit, text: string): EditorSpan[] {
  const speaker = edit.match.strategy;
  if (speaker !== undefined) {
    const letter = strategyLetter(speaker);
    const role = edit.errorCode === null ? "chosen" : "competing";
    const aside = setAside(edit, text);
    return edit.places.slice(0, DRAWN).map(({ start, end }, index) => ({
      start,
      end,
      letter,
      role,
      onTrust: edit.requiresReview,
      ...(index === 0 && { aside }),
    }));
  }
  const closest = edit.match.kind === "refused" ? edit.match.closestMatch : undefined;
  if (closest === undefined) return [];
  const start = offsetOfLine(text, closest.startLine);
  return [{ start, end: start + closest.text.length, letter: "-", role: "closest" }];
}

/** What the deciding strategy left out at the start of each line of the first place, by its own view of the lines. */
function setAside(edit: ShownEdit, text: string): number[] {
  const speaker = edit.rows.find(({ strategy }) => strategy === edit.match.strategy);
  const bodies = text.split(/\r\n|\n|\r/);
  return (speaker?.lines ?? []).map(({ fileLine, file }) => {
    if (file === null || file === "") return 0;
    return Math.max(0, (bodies[fileLine - 1] ?? "").indexOf(file));
  });
}

/** CR alone ends a line too, as in the core. */
function offsetOfLine(text: string, line: number): number {
  let at = 0;
  const ends = /\r\n|\n|\r/g;
  for (let number = 1; number < line && ends.exec(text) !== null; number++) at = ends.lastIndex;
  return at;
}
