import type { Workbench } from "../../app/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import type { Moment, Segment } from "../../wire/mod.ts";
import { characters } from "./headline.ts";
import { MOST_AT_A_TIME, wireInputs } from "./wire-inputs.ts";
import { readings } from "./wire-results.ts";

/** The message as it arrives: what went to the user, what is a call, what waits, and what was dropped. */
export function StreamPane({ bench }: { readonly bench: Workbench }) {
  const { text, chunk, arrived } = wireInputs.of(bench);
  const reading = readings.answer.value;
  const chunks = Math.ceil(text.length / chunk);
  // One place more than there are chunks: the last one is the end of the message.
  const place = Math.min(arrived ?? chunks + 1, chunks + 1);
  const kinds = new Set(reading?.kind === "read" ? reading.now.segments.map(({ kind }) => kind) : []);
  const goTo = (wanted: number) => wireInputs.set(bench, { arrived: wanted > chunks ? null : Math.max(0, wanted) });
  return (
    <>
      <PaneBar title="Stream">
        <span class="quiet" data-testid="stream-place">
          {place > chunks ? "all has come, and the message is over" : `${place} of ${chunks} chunks have come`}
        </span>
      </PaneBar>
      <div class="opts stream-bar">
        <label class="slide grow">
          <span>
            Arrived: <span class="num">{place > chunks ? "all" : place}</span>
          </span>
          <input
            type="range"
            min={0}
            max={chunks + 1}
            value={place}
            aria-valuetext={place > chunks ? "all, and the message is over" : `${place} of ${chunks} chunks`}
            data-testid="arrived"
            onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
          />
        </label>
        <span class="acts">
          <button
            type="button"
            class="btn"
            data-testid="step-back"
            disabled={place === 0}
            onClick={() => goTo(place - 1)}
          >
            Back
          </button>
          <button
            type="button"
            class="btn"
            data-testid="step-on"
            disabled={place > chunks}
            onClick={() => goTo(place + 1)}
          >
            Next chunk
          </button>
        </span>
        <label class="slide">
          <span>
            At a time: <span class="num">{characters(chunk)}</span>
          </span>
          <input
            type="range"
            min={1}
            max={MOST_AT_A_TIME}
            value={chunk}
            aria-valuetext={characters(chunk)}
            data-testid="chunk"
            onInput={(event) => setChunk(bench, event.currentTarget.valueAsNumber)}
          />
        </label>
      </div>
      <div
        class="scroll grow code"
        tabIndex={0}
        role="region"
        aria-label="The stream"
        data-testid="stream-text"
        data-waiting={readings.isSettled.value ? undefined : ""}
      >
        {reading?.kind === "read" ? (
          <Stretches text={text} moment={reading.now} />
        ) : (
          <p class="empty">Nothing was read.</p>
        )}
      </div>
      <p class="keys">
        {LEGEND.filter(({ kind }) => kinds.has(kind)).map(({ kind, words }) => (
          <span key={kind} class="key">
            <i class="swatch" data-kind={kind} />
            {words}
          </span>
        ))}
      </p>
    </>
  );
}

/** The scrubber stays where it is in the text when chunks become larger or smaller. */
function setChunk(bench: Workbench, chunk: number): void {
  const { chunk: before, arrived } = wireInputs.of(bench);
  wireInputs.set(bench, { chunk, arrived: arrived === null ? null : Math.round((arrived * before) / chunk) });
}

const LEGEND = [
  { kind: "prose", words: "to the user" },
  { kind: "call", words: "call" },
  { kind: "set_aside", words: "set aside: markup, reasoning" },
  { kind: "held", words: "held back" },
  { kind: "broken", words: "no call" },
  { kind: "discarded", words: "discarded" },
  { kind: "to_come", words: "still to come" },
] as const satisfies readonly { readonly kind: Segment["kind"]; readonly words: string }[];

const SAID: Readonly<Record<Segment["kind"], string>> = {
  prose: "",
  call: "call: ",
  set_aside: "set aside: ",
  broken: "no call: ",
  held: "held back: ",
  discarded: "discarded: ",
  to_come: "still to come: ",
};

function Stretches({ text, moment }: { readonly text: string; readonly moment: Moment }) {
  if (moment.segments.length === 0) return <p class="empty">Paste what a model wrote above, or choose a sample.</p>;
  const { cut } = moment;
  const line =
    cut === null ? null : (
      <span key="cut" class="cut-line" data-testid="cut-line">
        <b>cut at {cut.at}</b> kept above, discarded below
      </span>
    );
  return (
    <pre class="stream">
      {moment.segments.map(({ kind, start, end, call }, index) => [
        cut !== null && end > cut.at && (moment.segments[index - 1]?.end ?? 0) <= cut.at ? line : null,
        <span key={start} class="stretch" data-kind={kind} data-testid={`stretch-${kind}`}>
          {SAID[kind] !== "" && <span class="sr">{SAID[kind]}</span>}
          {call !== null && (
            <span class="nth" aria-hidden="true">
              {call + 1}
            </span>
          )}
          {kind === "discarded" ? <s>{text.slice(start, end)}</s> : text.slice(start, end)}
        </span>,
      ])}
    </pre>
  );
}
