import type { WireEvent } from "../../../runtime/wire/mod.ts";

/**
 * A stretch of the text. `prose` goes to the user, `call` is one, `set_aside` is markup or reasoning, `broken` was meant as
 * a call and is none, `held` waits for later text, `discarded` stands behind the cut, `to_come` has not come.
 */
export interface Segment {
  readonly kind: "prose" | "call" | "set_aside" | "broken" | "held" | "discarded" | "to_come";
  readonly start: number;
  readonly end: number;
  /** Of a call: its place among the calls. */
  readonly call: number | null;
}

interface SegmentParts {
  readonly text: string;
  readonly events: readonly WireEvent[];
  readonly settledTo: number;
  readonly upTo: number;
  readonly cutAt: number | null;
}

type Stretch = Pick<Segment, "kind" | "start" | "end" | "call">;

/** The whole text in order, by what the parser said of it. */
export function segmentsOf({ text, events, settledTo, upTo, cutAt }: SegmentParts): Segment[] {
  const known = stretches(text, events);
  const segments: Segment[] = [];
  const put = (kind: Segment["kind"], start: number, end: number, call: number | null = null) => {
    if (start < end) segments.push({ kind, start, end, call });
  };
  const readTo = cutAt ?? Math.max(settledTo, known.at(-1)?.end ?? 0);
  const errors = events.flatMap((event) => (event.kind === "error" ? [event.error.at] : []));
  let at = 0;
  for (const { kind, start, end, call } of known) {
    putBetween(at, start);
    put(kind, Math.max(at, start), end, call);
    at = Math.max(at, end);
  }
  putBetween(at, readTo);
  at = Math.max(at, readTo);
  if (cutAt === null) put("held", at, upTo);
  else put("discarded", cutAt, upTo);
  put("to_come", Math.max(upTo, cutAt ?? 0), text.length);
  return joined(segments, text);

  /** What is neither prose nor a call: from an error on it is what was meant as one. */
  function putBetween(from: number, to: number): void {
    const broken = errors.find((place) => from <= place && place < to);
    put("set_aside", from, Math.min(broken ?? to, to));
    if (broken !== undefined) put("broken", broken, to);
  }
}

/** White space between pieces of prose is prose; at the end of what has come it waits with what follows. */
function joined(segments: readonly Segment[], text: string): Segment[] {
  const all: Segment[] = [];
  for (const [index, segment] of segments.entries()) {
    const last = all.at(-1);
    const isGap = segment.kind === "set_aside" && text.slice(segment.start, segment.end).trim() === "";
    const next = segments[index + 1]?.kind;
    const waits = isGap && last?.kind === "prose" && (next === "held" || next === "to_come");
    const kind = isGap && next === "prose" ? "prose" : waits ? "held" : segment.kind;
    const joins = last?.kind === kind && (kind === "prose" || kind === "held");
    if (joins) all[all.length - 1] = { ...last, end: segment.end };
    else all.push({ ...segment, kind });
  }
  return all;
}

function stretches(text: string, events: readonly WireEvent[]): Stretch[] {
  let prose: Stretch[] = [];
  const calls: Stretch[] = [];
  for (const event of events) {
    if (event.kind === "prose") prose.push(...placed(text, event.text, event.at));
    else if (event.kind === "reasoning_ended") prose = [];
    else if (event.kind === "call") {
      calls.push({ kind: "call", start: event.call.start, end: event.call.end, call: calls.length });
    }
  }
  return [...prose, ...calls].sort((a, b) => a.start - b.start);
}

/** A piece of prose begins with the white space that was held before it, which stands somewhere else in the text. */
function placed(text: string, piece: string, at: number): Stretch[] {
  const most = piece.length - piece.trimStart().length;
  for (let held = 0; held <= most; held += 1) {
    const body = piece.slice(held);
    if (text.startsWith(body, at)) return [{ kind: "prose", start: at, end: at + body.length, call: null }];
  }
  return [];
}
