import { effort, failures, rows, run } from "./fuzz-state.ts";
import { rates } from "./rates.ts";

/** How far the whole run is, and how fast. */
export function LiveView() {
  const tried = rows.value.reduce((sum, row) => sum + row.runs, 0);
  const ms = rows.value.reduce((sum, row) => sum + row.ms, 0);
  const share = Math.min(1, run.value === "done" ? 1 : shareDone(tried, ms));
  const { of, word } = wantedWords();
  return (
    <>
      <div class="live">
        <div class="count">
          <p class="big num" data-testid="fuzz-count">
            {number(tried)}
          </p>
          <p class="soft">
            {of} {word}
          </p>
        </div>
        <dl class="kv">
          <div>
            <dt>a second</dt>
            <dd data-testid="fuzz-rate">{rateOf(tried, ms) ?? "–"}</dd>
          </div>
          <div>
            <dt>elapsed</dt>
            <dd>{(ms / 1000).toFixed(1)} s</dd>
          </div>
          <div data-tone={failures.value.length > 0 ? "bad" : undefined}>
            <dt>refuted</dt>
            <dd>{failures.value.length}</dd>
          </div>
        </dl>
        <Spark />
      </div>
      <svg class="through" role="img" aria-label={`${Math.floor(share * 100)} percent done`}>
        <rect width={`${share * 100}%`} height="100%" />
      </svg>
    </>
  );
}

/** Over less time it says more of how the worker started than of the law. */
const LEAST_MS = 250;

export function rateOf(values: number, ms: number): string | null {
  return ms < LEAST_MS ? null : number((values * 1000) / ms);
}

function shareDone(tried: number, ms: number): number {
  if (effort.value === null) return 0;
  const { runs, seconds } = effort.value;
  // A law that was refuted will try no more values.
  const left = rows.value.filter(({ state }) => state === "waiting" || state === "running").length;
  if (seconds !== null) return ms / (seconds * 1000);
  const ended = rows.value.length - left;
  const now = rows.value.find(({ state }) => state === "running")?.runs ?? 0;
  return rows.value.length === 0 || tried === 0 ? 0 : (ended + now / runs) / rows.value.length;
}

function wantedWords(): { readonly of: string; readonly word: string } {
  if (effort.value === null) return { of: "", word: "values" };
  const { runs, seconds } = effort.value;
  if (seconds !== null) return { of: "values in", word: `${number(seconds)} s` };
  return { of: `of ${number(runs * rows.value.length)}`, word: "values" };
}

const WIDTH = 200;
const HEIGHT = 44;

function Spark() {
  const known = rates.value;
  if (known.length < 2) return <span class="spark" />;
  const most = Math.max(...known);
  const step = WIDTH / (known.length - 1);
  const points = known.map(
    (rate, at) => `${(at * step).toFixed(1)} ${(HEIGHT - 2 - (rate / most) * (HEIGHT - 6)).toFixed(1)}`,
  );
  const label = `Values in a second, from ${number(Math.min(...known))} to ${number(most)}`;
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="axis" d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} />
      <path class="trail" d={`M${points.join("L")}`} />
    </svg>
  );
}

export function number(value: number): string {
  return Math.round(value).toLocaleString("en");
}
