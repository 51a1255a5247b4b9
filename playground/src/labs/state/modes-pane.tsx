import { ERROR_CODES } from "../../../../runtime/errors.ts";
import type { Tone, Workbench } from "../../app/mod.ts";
import { describeEvent } from "../../document/mod.ts";
import type { ModeResult } from "../../engine/operations/modes.ts";
import { PaneBar, VerdictMark } from "../../parts/mod.ts";
import { focusOf } from "./focus.ts";
import { shortHash } from "./look-words.ts";
import { stateInputs } from "./state-inputs.ts";
import { modeResults } from "./state-results.ts";

/** The same events once for each mode, always in the same order. */
export function ModesPane({ bench }: { readonly bench: Workbench }) {
  const results = modeResults.answer.value;
  const focus = focusOf(bench);
  const { timesOnly } = stateInputs(bench);
  const { event } = focus ?? { event: null };
  return (
    <>
      <PaneBar title="The same events in three modes">
        <span class="grow" />
        {timesOnly && <span class="chip">what if: times only</span>}
        <span class="quiet cut">
          {event === null ? "" : `${focus?.at} · ${describeEvent(event)} ${focus?.path ?? ""}`}
        </span>
      </PaneBar>
      {results === null || focus === null ? (
        <p class="loading">The engine is starting.</p>
      ) : (
        <div
          class="modes"
          role="group"
          aria-label="One answer for each mode"
          tabIndex={0}
          data-testid="modes-columns"
          data-waiting={modeResults.isSettled.value ? undefined : ""}
          data-whatif={timesOnly ? "" : undefined}
        >
          {results.map((result) => (
            <Mode
              key={result.mode}
              result={result}
              isCurrent={result.mode === bench.document.value.settings.read_before_edit}
              session={focus.session}
              path={focus.path ?? ""}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface ModeProps {
  readonly result: ModeResult;
  readonly isCurrent: boolean;
  readonly session: string;
  readonly path: string;
}

function Mode({ result, isCurrent, session, path }: ModeProps) {
  const { mode, answer, before, after, seenBefore, seenAfter } = result;
  const { tone, verb } = outcomeOf(result);
  const isChange = answer !== null && answer.tool !== "read_file";
  const known = (isChange ? seenBefore : seenAfter)[session]?.[path];
  return (
    <article
      data-tone={tone}
      aria-current={isCurrent ? "true" : undefined}
      data-testid={`mode-${mode}`}
      data-state={answer?.status ?? "none"}
    >
      <header>
        <h3>{mode}</h3>
        {isCurrent && <span class="quiet">set</span>}
        <span class="grow" />
        {answer !== null && <span class="chip">{answer.status}</span>}
        {known !== undefined && <VerdictMark verdict={known.verdict} />}
      </header>
      <p class="verb">{verb}</p>
      <dl>
        <dt>verdict</dt>
        <dd>{known?.verdict ?? "no look"}</dd>
        <dt>sha256</dt>
        <dd>
          {before?.sha256 === after?.sha256 ? (
            <>
              {shortHash(after?.sha256 ?? null)}, <b>unchanged</b>
            </>
          ) : (
            <>
              {before === null ? "no file" : shortHash(before.sha256)} →{" "}
              <b>{after === null ? "no file" : shortHash(after.sha256)}</b>
            </>
          )}
        </dd>
      </dl>
      {answer === null ? (
        <p class="json quiet">No tool is called here, so no mode is asked.</p>
      ) : (
        <pre class="json scroll" tabIndex={0} role="region" aria-label={`Answer in mode ${mode}`}>
          {JSON.stringify(answer.result, null, 1)}
        </pre>
      )}
    </article>
  );
}

const STALENESS_EXIT = 5;

function outcomeOf({ answer }: ModeResult): { readonly tone: Tone; readonly verb: string } {
  if (answer === null) return { tone: "none", verb: "Nobody asks." };
  const { result, tool } = answer;
  if (!result.success) {
    const isStaleness = ERROR_CODES[result.error_code].exitCode === STALENESS_EXIT;
    return { tone: "bad", verb: isStaleness ? "Refused. No byte moved." : `Refused: ${result.error_code}.` };
  }
  if (tool === "read_file") return { tone: "good", verb: "Read and remembered." };
  if (typeof result.warning === "string") return { tone: "warn", verb: "Written, with a warning." };
  return { tone: "good", verb: "Written." };
}
