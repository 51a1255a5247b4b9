import type { StrategyRow, TraceStep } from "../../../runtime/edit/mod.ts";
import { StrategyMark, type StrategyState, strategyLetter } from "./letters.tsx";
import { OddText } from "./odd-text.tsx";

interface TraceListProps {
  readonly rows: readonly StrategyRow[];
}

const STATES: Readonly<Record<TraceStep["reason"], StrategyState>> = {
  decided: "decided",
  no_candidate: "empty",
  not_reached: "waiting",
  size_guard: "guarded",
  time_budget: "guarded",
  needle_unchanged: "struck",
  too_few_lines: "struck",
};

const WORDS: Readonly<Record<TraceStep["reason"], string>> = {
  decided: "decided",
  no_candidate: "no place",
  not_reached: "not reached",
  size_guard: "too large",
  time_budget: "out of time",
  needle_unchanged: "not meant",
  too_few_lines: "not meant",
};

/** One slot per strategy, in the order in which they are asked. The line runs until one is filled. */
export function TraceList({ rows }: TraceListProps) {
  const speaker = rows.findLast(({ candidates }) => candidates > 0)?.strategy ?? "";
  const firstAsked = rows.find(({ parting }) => parting !== undefined)?.strategy;
  return (
    <ol class="trace" aria-label="Strategies in the order they are asked" data-testid="trace">
      {rows.map((row) => {
        const isPassed = row.candidates > 0 && row.strategy !== speaker;
        const state = isPassed ? "empty" : STATES[row.reason];
        return (
          <li
            key={row.strategy}
            class="row"
            data-s={strategyLetter(row.strategy)}
            data-state={state}
            data-testid={`trace-${row.strategy}`}
          >
            <details open={row.strategy === firstAsked}>
              <summary>
                <StrategyMark strategy={row.strategy} state={state} />
                <span class="name cut">{row.strategy}</span>
                <span class="did">
                  {isPassed ? "passed over" : WORDS[row.reason]}
                  {row.candidates > 0 && ` · ${row.candidates}`}
                </span>
                <span class="time">{row.elapsedMs === null ? "–" : `${row.elapsedMs.toFixed(2)} ms`}</span>
              </summary>
              <div class="why">
                <Why row={row} speaker={speaker} />
              </div>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

function Why({ row, speaker }: { readonly row: StrategyRow; readonly speaker: string }) {
  const { parting, lines } = row;
  switch (row.reason) {
    case "not_reached":
      return speaker === "" ? (
        <p>Not asked: there is nothing to look for.</p>
      ) : (
        <p>
          Not reached: <code>{speaker}</code> already decided.
        </p>
      );
    case "size_guard":
      return <p>Not run: file or needle is over the size limit, where only the first strategy may look.</p>;
    case "time_budget":
      return <p>Not finished: the time for this search was used up.</p>;
    case "needle_unchanged":
      return <p>Not meant for this needle: there is nothing in it that this strategy would read in another way.</p>;
    case "too_few_lines":
      return <p>Not meant for this needle: it needs a first line, a last line and something between.</p>;
    case "decided":
    case "no_candidate":
      break;
  }
  if (lines.length === 0) return <p>Nothing in the file is near enough to set beside the needle.</p>;
  if (parting === undefined) return <Agrees row={row} />;
  const parted = lines[parting.index];
  if (parted === undefined) return null;
  return (
    <>
      <p>
        Parts at needle line {parted.needleLine}: <b>{parting.needleSays}</b> where the file has{" "}
        <b>{parting.fileSays}</b>.
      </p>
      <dl class="vs" tabIndex={0}>
        <dt>needle</dt>
        <dd>
          <OddText text={parted.needle} odd={parting.needleRange} />
        </dd>
        <dt>line {parted.fileLine}</dt>
        <dd>
          {parted.file === null ? (
            <span class="glyph">end of file</span>
          ) : (
            <OddText text={parted.file} odd={parting.fileRange} />
          )}
        </dd>
      </dl>
    </>
  );
}

/** So many of the compared lines are shown. */
const SHOWN = 6;

function Agrees({ row: { lines, reading, candidates } }: { readonly row: StrategyRow }) {
  const trusted = lines.filter(({ compared }) => !compared).length;
  if (candidates === 0)
    return <p>Each line agrees, but not as this strategy needs it: it must be whole lines, in one piece.</p>;
  return (
    <>
      <p>
        {trusted > 0
          ? `First and last line agree. The ${trusted} between were never compared.`
          : reading === undefined
            ? "Seen in this way, every line agrees:"
            : "It reads the needle in another way, and then every line agrees:"}
      </p>
      <dl class="vs" tabIndex={0}>
        {lines.slice(0, SHOWN).map(({ fileLine, file, compared }) => [
          <dt key={`t${fileLine}`}>line {fileLine}</dt>,
          <dd key={fileLine} class={compared ? undefined : "never"}>
            <span>
              <OddText text={file ?? ""} />
            </span>
          </dd>,
        ])}
      </dl>
      {lines.length > SHOWN && <p>And {lines.length - SHOWN} more lines.</p>}
    </>
  );
}
