import { joinPath } from "../../../../runtime/paths.ts";
import { decodeText } from "../../../../runtime/text/mod.ts";
import { fileContent, type PlaygroundDocument, type PlaygroundFile } from "../../document/mod.ts";
import { callTool } from "../apply-event.ts";
import type { CallAnswer } from "../frame.ts";
import { PutGate, type Release } from "../put-gate.ts";
import type { WhatIfRules } from "../what-if-rules.ts";
import { openEngineWorkspace, ROOT } from "../workspace.ts";
import type { Operation } from "./operation.ts";

export interface SchedulesRequest {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
  readonly upTo: number;
  readonly path: string;
  readonly sessions: readonly [string, string];
  /** "edit": each replaces its own line. "write": each sends the whole file back, as it read it, with its line replaced. */
  readonly act: "edit" | "write";
  readonly whatIf: WhatIfRules;
}

/** "read": a read_file call. "look": the change is asked for and goes as far as it can before the file is replaced. "put": it is replaced. */
export type StepName = "read" | "look" | "put";

export interface ScheduleStep {
  readonly session: string;
  readonly step: StepName;
  /** The step could not be taken here: the call waits for the lock that the other one holds. */
  readonly waits: boolean;
}

export interface Schedule {
  readonly steps: readonly ScheduleStep[];
  /** In the order in which the calls ended. */
  readonly answers: readonly CallAnswer[];
  /** The file at the end. */
  readonly text: string;
  /** Whose line stands in it. */
  readonly kept: readonly string[];
  /** Whose change was answered with success and is not there. */
  readonly lost: readonly string[];
  readonly refused: readonly string[];
}

export interface Schedules {
  /** The line that each session replaces, and by what; `null`: the file has no two lines to change. */
  readonly lines: readonly { readonly session: string; readonly before: string; readonly after: string }[] | null;
  readonly schedules: readonly Schedule[];
}

/** Every order in which the steps of two agents can be taken, each played on a tree of its own. */
export const schedules: Operation<SchedulesRequest, Schedules> = async (request, { folds }) => {
  const { frames, contents } = await folds.at(request.document, request.upTo);
  const files = (frames[request.upTo]?.files ?? []).map(({ path, sha256 }): PlaygroundFile => {
    return { path, content: fileContent(contents.get(sha256) ?? new Uint8Array()) };
  });
  const bytes = files.find(({ path }) => path === request.path);
  const text = bytes !== undefined && "text" in bytes.content ? bytes.content.text : "";
  const own = ownLines(text);
  if (own === null) return { lines: null, schedules: [] };
  const [first, second] = request.sessions;
  const lines = [
    { session: first, before: own[0], after: `${own[0]}  # ${first}` },
    { session: second, before: own[1], after: `${own[1]}  # ${second}` },
  ];
  const played: Schedule[] = [];
  for (const order of orders(request.sessions)) played.push(await play(order, files, lines, request));
  return { lines, schedules: played };
};

/** The first and the last line that stand once. */
function ownLines(text: string): readonly [string, string] | null {
  const all = text.split(/\r\n|\n|\r/);
  const once = all.filter((line) => line.trim() !== "" && all.indexOf(line) === all.lastIndexOf(line));
  const unique = once.filter((line) => text.indexOf(line) === text.lastIndexOf(line));
  const [first] = unique;
  const last = unique.at(-1);
  return first === undefined || last === undefined || first === last ? null : [first, last];
}

const STEPS: readonly StepName[] = ["read", "look", "put"];

type Order = readonly Omit<ScheduleStep, "waits">[];

function orders([a, b]: readonly [string, string]): Order[] {
  const found: Order[] = [];
  const go = (taken: Order, ofA: number, ofB: number): void => {
    const [nextA, nextB] = [STEPS[ofA], STEPS[ofB]];
    if (nextA === undefined && nextB === undefined) found.push(taken);
    if (nextA !== undefined) go([...taken, { session: a, step: nextA }], ofA + 1, ofB);
    if (nextB !== undefined) go([...taken, { session: b, step: nextB }], ofA, ofB + 1);
  };
  go([], 0, 0);
  return found;
}

interface Agent {
  readonly line: { readonly session: string; readonly before: string; readonly after: string };
  read: string;
  call: Promise<unknown> | null;
  hasEnded: boolean;
  /** It stands before its rename. */
  release: Release | null;
  /** Its turn to put came while it waited. */
  mayPut: boolean;
}

async function play(
  order: Order,
  files: readonly PlaygroundFile[],
  lines: readonly Agent["line"][],
  { document, path, act, whatIf }: SchedulesRequest,
): Promise<Schedule> {
  const gate = new PutGate();
  const workspace = await openEngineWorkspace(
    { files: [...files], settings: document.settings },
    { whatIf, host: (host) => gate.over(host) },
  );
  const agents = lines.map((line): Agent => {
    return { line, read: "", call: null, hasEnded: false, release: null, mayPut: false };
  });
  const answers: CallAnswer[] = [];
  const steps: ScheduleStep[] = [];
  const current = async () => {
    const decoded = decodeText(await workspace.fs.readFile(joinPath(ROOT, path)));
    return decoded.kind === "text" ? decoded.text : "";
  };

  const call = (tool: string, { line: { session } }: Agent, args: Record<string, unknown>) =>
    callTool(workspace, tool, { session, arguments: args });
  const change = ({ line: { before, after }, read }: Agent): [string, Record<string, unknown>] => {
    if (act === "edit") return ["edit_file", { path, command: "str_replace", old_text: before, new_text: after }];
    const at = read.indexOf(before);
    return ["write_file", { path, content: `${read.slice(0, at)}${after}${read.slice(at + before.length)}` }];
  };
  /** Until the call stands before its rename, or has ended without one. */
  const untilStopped = async (agent: Agent): Promise<void> => {
    if (agent.call === null || agent.hasEnded || agent.release !== null) return;
    agent.release = await gate.next(agent.call);
  };
  const put = async (agent: Agent): Promise<void> => {
    agent.release?.();
    await agent.call;
    // The lock is free now: a call that waited for it goes on.
    for (const other of agents) {
      if (other === agent || other.call === null || other.hasEnded || other.release !== null) continue;
      await untilStopped(other);
      if (other.mayPut) await put(other);
    }
  };

  for (const [index, { session, step }] of order.entries()) {
    workspace.clock.set(index + 1);
    const agent = agents.find(({ line }) => line.session === session);
    if (agent === undefined) continue;
    const isHeld =
      !whatIf.noLock && agents.some((other) => other !== agent && other.release !== null && !other.hasEnded);
    if (step === "read") {
      await call("read_file", agent, { path });
      agent.read = await current();
      steps.push({ session, step, waits: false });
    } else if (step === "look") {
      const [tool, args] = change(agent);
      agent.call = call(tool, agent, args).then((answer) => {
        answers.push(answer);
        agent.hasEnded = true;
      });
      if (!isHeld) await untilStopped(agent);
      steps.push({ session, step, waits: isHeld });
    } else {
      const waits = agent.release === null && !agent.hasEnded;
      steps.push({ session, step, waits });
      if (waits) agent.mayPut = true;
      else await put(agent);
    }
  }
  const text = await current();
  const kept = lines.filter(({ after }) => text.includes(after)).map(({ session }) => session);
  const succeeded = answers.filter(({ result }) => result.success).map(({ session }) => session);
  return {
    steps,
    answers,
    text,
    kept,
    lost: succeeded.filter((session) => !kept.includes(session)),
    refused: answers.filter(({ result }) => !result.success).map(({ session }) => session),
  };
}
