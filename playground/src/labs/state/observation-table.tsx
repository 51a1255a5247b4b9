import { VERDICT_LETTERS } from "../../../../runtime/file-state/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import type { SeenFile } from "../../engine/mod.ts";
import { VerdictMark } from "../../parts/mod.ts";
import { focusOf } from "./focus.ts";
import { clockTime, shortHash } from "./look-words.ts";
import { stateInputs } from "./state-inputs.ts";
import { modeResults } from "./state-results.ts";

/** What a session has seen of each file, what that is worth, and the field that decided. */
export function ObservationTable({ bench }: { readonly bench: Workbench }) {
  const focus = focusOf(bench);
  if (focus === null) return <p class="loading">The engine is starting.</p>;
  const { seen, session, isBefore, at, path: about } = focus;
  const { timesOnly } = stateInputs(bench);
  const mode = bench.document.value.settings.read_before_edit;
  const other = timesOnly ? modeResults.answer.value?.find((result) => result.mode === mode) : undefined;
  const otherSeen = (isBefore ? other?.seenBefore : other?.seenAfter)?.[session] ?? {};
  const rows = Object.entries(seen);
  return (
    <>
      <div class="bar under">
        <h2 class="cut">
          Observations of agent {session}, {isBefore ? "just before" : "after"} {at === 0 ? "the start" : `event ${at}`}
        </h2>
        <span class="grow" />
        <span class="quiet only-wide">what decided is underlined</span>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Observation table">
        {rows.length === 0 ? (
          <p class="empty">Agent {session} has not called anything yet. Let it read a file.</p>
        ) : (
          <table class="tbl" data-testid="observations">
            <thead>
              <tr>
                <th scope="col">path</th>
                <th scope="col">verdict</th>
                {timesOnly && (
                  <th scope="col" class="what">
                    by times only
                  </th>
                )}
                <th scope="col" class="hide-narrow">
                  seen at
                </th>
                <th scope="col" class="only-wide-cell">
                  mtime
                </th>
                <th scope="col" class="only-wide-cell">
                  size
                </th>
                <th scope="col">sha256</th>
                <th scope="col" class="hide-narrow">
                  part
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([path, look]) => (
                <tr key={path} aria-selected={path === about} data-testid={`seen-${path}`} data-state={look.verdict}>
                  <td class="mono">{path}</td>
                  <td>
                    <VerdictMark verdict={look.verdict} withWord />
                  </td>
                  {timesOnly && (
                    <td class="what">
                      {otherSeen[path] === undefined ? "–" : <VerdictMark verdict={otherSeen[path].verdict} withWord />}
                    </td>
                  )}
                  <td class="mono hide-narrow">{clockTime(look.observation)}</td>
                  <td class="mono only-wide-cell">
                    <Cell look={look} field="mtimeNs" text={timeWord(look)} />
                  </td>
                  <td class="mono only-wide-cell">
                    <Cell look={look} field="size" text={sizeWord(look)} />
                  </td>
                  <td class="mono">
                    <Cell look={look} field="contentHash" text={hashWord(look)} />
                  </td>
                  <td class="hide-narrow">{partWord(look)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

interface CellProps {
  readonly look: SeenFile;
  readonly field: NonNullable<SeenFile["decidedBy"]>;
  readonly text: string;
}

function Cell({ look, field, text }: CellProps) {
  const decides = look.decidedBy === field || (look.decidedBy === null && field === "contentHash");
  return (
    <span
      class={decides ? "decides" : undefined}
      data-v={decides ? VERDICT_LETTERS[look.verdict] : undefined}
      data-testid={decides ? `decides-${field}` : undefined}
    >
      {text}
    </span>
  );
}

function timeWord({ observation, current }: SeenFile): string {
  if (observation === null || current === null) return "–";
  if (observation.mtimeNs === current.mtimeNs) return "equal";
  return current.mtimeNs > observation.mtimeNs ? "later" : "earlier";
}

function sizeWord({ observation, current }: SeenFile): string {
  if (observation === null || current === null) return "–";
  if (observation.size === current.size) return current.size.toLocaleString("en");
  return `${observation.size.toLocaleString("en")} ≠ ${current.size.toLocaleString("en")}`;
}

function hashWord({ observation, current }: SeenFile): string {
  if (observation === null) return "no look";
  if (current === null) return `${shortHash(observation.contentHash)}, no file`;
  const same = observation.contentHash === current.contentHash;
  return `${shortHash(observation.contentHash)} ${same ? "=" : "≠"} ${shortHash(current.contentHash)}`;
}

function partWord({ observation }: SeenFile): string {
  if (observation === null) return "–";
  return observation.partial ? "a part" : "whole";
}
