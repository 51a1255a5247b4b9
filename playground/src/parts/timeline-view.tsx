import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Verdict } from "../../../runtime/file-state/mod.ts";
import { VERDICT_LETTERS } from "../../../runtime/file-state/mod.ts";
import type { Workbench } from "../app/mod.ts";
import { describeEvent, type PlaygroundEvent } from "../document/mod.ts";
import type { Frame } from "../engine/mod.ts";
import { Icon } from "./icon.tsx";

interface TimelineViewProps {
  readonly bench: Workbench;
  /** Whose verdicts the bands show. */
  readonly session: string;
}

const PLAY_MS = 900;
const isPlaying = signal(false);

/** Events as columns, one lane per file, a band where the verdict stays the same. Columns are events, not seconds. */
export function TimelineView({ bench, session }: TimelineViewProps) {
  const { events, playhead } = bench.document.value;
  const frames = bench.folded.value?.frames ?? [];
  const lanes = lanesOf(frames, events.length, session);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoView(scroller.current), [playhead, events.length]);
  return (
    <div class="timeline" data-testid="timeline-view">
      <Player bench={bench} />
      <div ref={scroller} class="lanes" tabIndex={0} role="region" aria-label="Events and verdicts">
        <table>
          <thead>
            <tr>
              <th class="corner" scope="col">
                event
              </th>
              <th scope="col">
                <EventButton bench={bench} at={0} playhead={playhead} title="start" />
              </th>
              {events.map((event, index) => (
                <th key={`${index}-${event.type}`} scope="col">
                  <EventButton bench={bench} at={index + 1} playhead={playhead} title={titleOf(event)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ path, bands }) => (
              <tr key={path}>
                <th scope="row" title={path}>
                  {path}
                </th>
                {bands.map((band) => (
                  <td key={band.from} colSpan={band.length}>
                    <Band verdict={band.verdict} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function EventButton({
  bench,
  at,
  playhead,
  title,
}: {
  readonly bench: Workbench;
  readonly at: number;
  readonly playhead: number;
  readonly title: string;
}) {
  return (
    <button type="button" aria-current={at === playhead ? "step" : undefined} onClick={() => bench.moveTo(at)}>
      <b>{at}</b>
      {title}
    </button>
  );
}

/** Scrolls the lanes, and nothing around them, until the event at the playhead can be seen beside the names. */
function bringIntoView(scroller: HTMLElement | null): void {
  const current = scroller?.querySelector<HTMLElement>("[aria-current]")?.closest<HTMLElement>("th");
  const names = scroller?.querySelector<HTMLElement>(".corner");
  if (!scroller || !current || !names) return;
  const start = current.offsetLeft - names.offsetWidth;
  const end = current.offsetLeft + current.offsetWidth;
  if (start < scroller.scrollLeft) scroller.scrollLeft = start;
  else if (end > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = end - scroller.clientWidth;
}

/** Steps, and plays from the start again once it has reached the end. */
function Player({ bench }: { readonly bench: Workbench }) {
  const { events, playhead } = bench.document.value;
  const plays = isPlaying.value && playhead < events.length;
  const step = useRef(bench.moveTo);
  useEffect(() => {
    if (!isPlaying.value) return;
    if (playhead >= events.length) {
      isPlaying.value = false;
      return;
    }
    const timer = setTimeout(() => step.current(playhead + 1), PLAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div class="play">
      <button
        type="button"
        class="btn bare"
        aria-label="One event back"
        disabled={playhead === 0}
        onClick={() => bench.moveTo(playhead - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="btn bare"
        aria-label={plays ? "Stop" : "Play the events"}
        disabled={events.length === 0}
        onClick={() => {
          isPlaying.value = !plays;
          if (!plays && playhead >= events.length) bench.moveTo(0);
        }}
      >
        <Icon name={plays ? "pause" : "play"} />
      </button>
      <button
        type="button"
        class="btn bare"
        aria-label="One event on"
        disabled={playhead === events.length}
        onClick={() => bench.moveTo(playhead + 1)}
      >
        <Icon name="on" />
      </button>
      <span class="grow" />
      <span class="soft" data-testid="playhead">
        event <b>{playhead}</b> of {events.length}
      </span>
    </div>
  );
}

function Band({ verdict }: { readonly verdict: Verdict | null }) {
  if (verdict === null) return null;
  const letter = VERDICT_LETTERS[verdict];
  return (
    <span class="band" data-v={letter}>
      <span class="v" data-v={letter} aria-hidden="true">
        {letter}
      </span>
      <span class="word">{verdict}</span>
    </span>
  );
}

interface Lane {
  readonly path: string;
  readonly bands: readonly { readonly from: number; readonly length: number; readonly verdict: Verdict | null }[];
}

/** A lane for each file that the session ever saw, or that an event was about. */
function lanesOf(frames: readonly Frame[], events: number, session: string): Lane[] {
  const paths = [...new Set(frames.flatMap((frame) => Object.keys(frame.seen[session] ?? {})))].sort();
  return paths.map((path) => {
    const bands: { from: number; length: number; verdict: Verdict | null }[] = [];
    for (let at = 0; at <= events; at++) {
      const verdict = frames[at]?.seen[session]?.[path]?.verdict ?? null;
      const last = bands.at(-1);
      if (last !== undefined && last.verdict === verdict) last.length += 1;
      else bands.push({ from: at, length: 1, verdict });
    }
    return { path, bands };
  });
}

function titleOf(event: PlaygroundEvent): string {
  return event.skipped ? `(${describeEvent(event)})` : describeEvent(event);
}
