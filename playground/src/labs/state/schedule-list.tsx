import type { ComponentChildren } from "preact";
import type { Tone, Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import type { Schedule, ScheduleStep } from "../../engine/operations/schedules.ts";
import { happen } from "./branches.ts";
import { setStateInputs, stateInputs } from "./state-inputs.ts";
import { scheduleResults } from "./state-results.ts";

/** Every order in which two agents can change the open file, and what came of each. */
export function ScheduleList({ bench }: { readonly bench: Workbench }) {
  const result = scheduleResults.answer.value;
  const { act, noLock, timesOnly, schedule: chosen } = stateInputs(bench);
  const settings = bench.document.value.settings;
  if (result === null) return <p class="loading">Playing the schedules.</p>;
  if (result.lines === null)
    return <p class="empty">The open file needs two lines that stand once: each agent changes one of them.</p>;
  const { schedules, lines } = result;
  const lossy = schedules.filter(({ lost }) => lost.length > 0).length;
  const isWhatIf = noLock || timesOnly;
  const open = schedules[Math.min(chosen, schedules.length - 1)];
  return (
    <div
      class="schedules"
      data-testid="schedules"
      data-state={lossy === 0 ? "none-lost" : "lost"}
      data-waiting={scheduleResults.isSettled.value ? undefined : ""}
    >
      <fieldset class="opts">
        <legend class="sr">What both agents do</legend>
        {(["edit", "write"] as const).map((one) => (
          <label key={one} class="tick">
            <input type="radio" name="act" checked={act === one} onChange={() => setStateInputs(bench, { act: one })} />
            {one === "edit" ? "edit a line each" : "write the whole file"}
          </label>
        ))}
      </fieldset>
      {isWhatIf && (
        <p class="banner">
          <b>What if.</b> This is not what the server does: {noLock ? "no lock" : ""}
          {noLock && timesOnly ? ", " : ""}
          {timesOnly ? "timestamps only" : ""}.
        </p>
      )}
      <p class="sum" data-tone={lossy === 0 ? "good" : "bad"} data-testid="schedule-sum">
        <b>{lossy === 0 ? "No schedule loses an update." : `${lossy} of ${schedules.length} lose an update.`}</b>{" "}
        {schedules.length} orders, {noLock ? "no lock" : "with the lock"}, mode {settings.read_before_edit}.
      </p>
      <ol class="sched" aria-label="Schedules">
        {schedules.map((schedule, index) => (
          <li key={schedule.steps.map(({ session, step }) => session + step).join()}>
            <button
              type="button"
              aria-current={schedule === open ? "true" : undefined}
              data-testid={`schedule-${index}`}
              data-state={schedule.lost.length > 0 ? "lost" : schedule.refused.length > 0 ? "refused" : "kept"}
              onClick={() => setStateInputs(bench, { schedule: index })}
            >
              <Sequence steps={schedule.steps} />
              <OutcomeChip schedule={schedule} />
            </button>
          </li>
        ))}
      </ol>
      {open !== undefined && (
        <ScheduleDetail schedule={open} own={lines}>
          {!isWhatIf && (
            <button type="button" class="btn" data-testid="play-schedule" onClick={() => playInto(bench, open)}>
              Put into the timeline
            </button>
          )}
        </ScheduleDetail>
      )}
    </div>
  );
}

/** Letters for the steps: reads, asks for the change, replaces the file. */
const STEP_WORDS = { read: "read", look: "ask", put: "put" } as const;

function Sequence({ steps }: { readonly steps: readonly ScheduleStep[] }) {
  return (
    <span class="seq">
      {steps.map(({ session, step, waits }, index) => (
        <span
          key={`${session}${step}`}
          data-who={session === steps[0]?.session ? "first" : "second"}
          data-waits={waits ? "" : undefined}
        >
          <b>{session}</b>
          {waits ? <s>{STEP_WORDS[step]}</s> : STEP_WORDS[step]}
          {waits && <span class="sr"> has to wait</span>}
          {index < steps.length - 1 && <span class="sr">, </span>}
        </span>
      ))}
    </span>
  );
}

function OutcomeChip({ schedule }: { readonly schedule: Schedule }) {
  const [tone, word] = outcomeOf(schedule);
  return (
    <span class="chip" data-tone={tone}>
      {word}
    </span>
  );
}

function outcomeOf({ lost, refused, kept }: Schedule): [Tone, string] {
  if (lost.length > 0) return ["bad", `${lost.join(", ")} lost`];
  if (refused.length > 0) return ["warn", `${refused.join(", ")} refused`];
  return ["good", `${kept.length} of 2`];
}

function ScheduleDetail({
  schedule,
  own,
  children,
}: {
  readonly schedule: Schedule;
  readonly own: readonly { readonly session: string; readonly after: string }[];
  readonly children: ComponentChildren;
}) {
  const waiting = schedule.steps.filter(({ waits }) => waits).map(({ session }) => session);
  return (
    <div class="words" data-testid="schedule-detail">
      <p>
        {waiting.length > 0
          ? `Agent ${waiting[0]} has to wait until the other one has put its file: steps that could not be taken are struck.`
          : "Nobody has to wait in this order."}
      </p>
      <ul class="ends">
        {schedule.answers.map(({ session, status, result }) => (
          <li key={session}>
            <b>{session}</b> {status}: {result.success ? (result.warning ?? "written") : result.error}
          </li>
        ))}
        {own.map(({ session, after }) => (
          <li key={`line-${session}`}>
            Line of {session} {schedule.kept.includes(session) ? "stands" : "is not there"}: <code>{after.trim()}</code>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** With the lock any schedule ends as its calls did, one after the other. */
function playInto(bench: Workbench, { steps, answers }: Schedule): void {
  const { path } = answers[0]?.arguments ?? {};
  if (typeof path !== "string") return;
  const calls = [...answers];
  for (const { session, step } of steps) {
    if (step === "read") happen(bench, { type: "read", session, arguments: { path } });
    if (step !== "put") continue;
    const next = calls.shift();
    if (next !== undefined) happen(bench, asEvent(next.session, next.tool, { ...next.arguments }));
  }
}

function asEvent(session: string, tool: string, args: Record<string, unknown>): PlaygroundEvent {
  return { type: tool === "write_file" ? "write" : "edit", session, arguments: args };
}
