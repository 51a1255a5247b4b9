import type { Workbench } from "../../app/mod.ts";
import { DecisionCard, type DecisionFact, Tabs } from "../../parts/mod.ts";
import type { Reading, ShownCall } from "../../wire/mod.ts";
import { characters, lengthOf, wireHeadline } from "./headline.ts";
import { TranscriptView } from "./transcript-view.tsx";
import { readings } from "./wire-results.ts";

/** The outcome, the calls with what they rest on, and the answers that users get. */
export function CallsPane({ bench }: { readonly bench: Workbench }) {
  const headline = wireHeadline(bench);
  const reading = readings.answer.value;
  if (reading === null) return <p class="loading">The reader is starting.</p>;
  return (
    <>
      <div class="results">
        <DecisionCard headline={headline} facts={factsOf(reading)} outcome={outcomeOf(reading)} />
      </div>
      <Tabs
        label="What was read"
        tabs={[
          { id: "calls", title: "Calls", View: () => <CallList reading={reading} /> },
          { id: "transcript", title: "Transcript", View: () => <TranscriptView bench={bench} reading={reading} /> },
          { id: "json", title: "JSON", View: () => <ParseJson reading={reading} /> },
        ]}
      />
    </>
  );
}

function outcomeOf(reading: Reading): string {
  if (reading.kind === "refused") return "refused";
  const { now } = reading;
  if (now.cut !== null) return "cut";
  if (!now.isOver) return "streaming";
  return now.errors[0]?.error ?? (now.calls.length > 0 ? "calls" : "prose");
}

function factsOf(reading: Reading): DecisionFact[] {
  if (reading.kind === "refused") return [{ name: "calls", value: 0 }];
  const { now, end } = reading;
  const total = end.segments.at(-1)?.end ?? 0;
  return [
    { name: "calls", value: now.calls.length },
    { name: "error", value: now.errors[0]?.error ?? "none" },
    { name: "cut_at", value: now.cut?.at ?? "none" },
    { name: "released", value: lengthOf(now, "prose") },
    { name: "held back", value: lengthOf(now, "held") },
    { name: "discarded", value: now.cut === null ? 0 : total - now.cut.at },
  ];
}

function CallList({ reading }: { readonly reading: Reading }) {
  if (reading.kind === "refused") return <p class="empty">{reading.message}</p>;
  const { calls, errors } = reading.now;
  if (calls.length === 0 && errors.length === 0)
    return (
      <p class="empty">
        {reading.now.isOver
          ? "No call was recovered."
          : "No call is told yet. One counts only when no later text can take it back."}
      </p>
    );
  return (
    <ul class="calls" data-testid="calls">
      {calls.map((call, index) => (
        <CallItem key={call.start} call={call} index={index} />
      ))}
      {errors.map(({ error, format, at, name, message }) => (
        <li
          key={`error${at}`}
          data-tone={error === "truncated" ? "warn" : "bad"}
          data-testid="call-error"
          data-state={error}
        >
          <p class="call-head">
            <b class="mono">{name ?? "no name"}</b>
            <span class="chip">{error}</span>
          </p>
          <p>{message}.</p>
          <p class="quiet">
            {format}, from character {at}. It is not run.
          </p>
        </li>
      ))}
    </ul>
  );
}

function CallItem({ call, index }: { readonly call: ShownCall; readonly index: number }) {
  const { name, arguments: args, format, title, evidence, opener, start, end, mismatched } = call;
  return (
    <li data-tone="good" data-testid={`call-${index}`} data-state={format}>
      <p class="call-head">
        <span class="nth" aria-hidden="true">
          {index + 1}
        </span>
        <b class="mono">{name}</b>
        <span class="chip">{format}</span>
      </p>
      <table class="tbl args">
        <thead>
          <tr>
            <th scope="col">argument</th>
            <th scope="col">value</th>
            <th scope="col">type</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(args).map(([key, value]) => (
            <tr key={key} data-tone={mismatched.includes(key) ? "warn" : undefined}>
              <td class="mono">{key}</td>
              <td class="mono">{JSON.stringify(value)}</td>
              <td>
                {typeOf(value)}
                {mismatched.includes(key) && <b class="told-odd">, not the type that was asked for</b>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">
        <b>{evidence === "strong" ? "Strong evidence" : "Weak evidence"}</b>
        {opener !== "" && (
          <>
            : <code>{opener}</code>
          </>
        )}
        {evidence === "strong" ? ", the format's own token." : ", so its name and every argument had to fit a tool."}
      </p>
      <p class="quiet">
        {title}; {characters(end - start)} from {start}.
      </p>
    </li>
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value;
}

function ParseJson({ reading }: { readonly reading: Reading }) {
  if (reading.kind === "refused") return <p class="empty">{reading.message}</p>;
  return (
    <pre class="json" data-testid="parse-json">
      <span class="glyph">POST /api/wire/parse{"\n"}</span>
      {JSON.stringify(reading.answer, null, 1)}
    </pre>
  );
}
