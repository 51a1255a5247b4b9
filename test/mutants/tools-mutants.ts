import { FileStateTracker, type Fingerprint, type Observation } from "../../runtime/file-state/mod.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import { joinPath } from "../../runtime/paths.ts";
import type { ToolContext, ToolResult } from "../../runtime/tools/mod.ts";
import type { ToolsEngine } from "../property/tools/tools-engine.ts";
import { ROOT, type Workspace, type WorkspaceOptions } from "../property/tools/workspace.ts";
import type { Mutant } from "./mutant.ts";

export const TOOLS_MUTANTS: readonly Mutant<ToolsEngine>[] = [
  {
    id: "staleness-skipped",
    title: "Nobody compares a file with what the session saw",
    killedBy: "T1",
    mutate: (tools) =>
      withTracker(
        tools,
        () =>
          new (class extends FileStateTracker {
            override judge(...[session, path]: Parameters<FileStateTracker["judge"]>) {
              return { verdict: "ok" as const, observation: this.observation(session, path) };
            }
          })(),
      ),
  },
  {
    id: "time-decides",
    title: "A file whose time moved is taken for another",
    killedBy: "T2",
    mutate: (tools) =>
      withTracker(tools, () => new Comparing((seen, now) => seen.mtimeNs === now.mtimeNs && seen.size === now.size)),
  },
  {
    id: "partial-reads-do-not-count",
    title: "Only a read of a whole file is remembered",
    killedBy: "T3",
    mutate: (tools) =>
      withTracker(
        tools,
        () =>
          new (class extends FileStateTracker {
            override observe(session: string, path: string, seen: Observation): void {
              if (!seen.partial) super.observe(session, path, seen);
            }
          })(),
      ),
  },
  {
    id: "own-writes-do-not-count",
    title: "A session has to read what it wrote itself",
    killedBy: "T4",
    mutate: (tools) =>
      withCalls(tools, async (work, call, result) => {
        if (result.success && "path" in result.data) {
          const path = joinPath(ROOT, String(result.data.path));
          if (call.name === "write_file") work.context().fileState.forget(call.sessionId, path);
        }
        return result;
      }),
  },
  {
    id: "sessions-share",
    title: "What one session reads, all have read",
    killedBy: "T5",
    mutate: (tools) =>
      withTracker(
        tools,
        () =>
          new (class extends FileStateTracker {
            override observe(_: string, path: string, seen: Observation): void {
              super.observe("all", path, seen);
            }
            override judge(_: string, path: string, now: Fingerprint | null) {
              return super.judge("all", path, now);
            }
          })(),
      ),
  },
  {
    id: "shell-forgets-nothing",
    title: "After a shell the session still knows its files",
    killedBy: "T6",
    mutate: (tools) =>
      withTracker(
        tools,
        () =>
          new (class extends FileStateTracker {
            override forgetSession(): number {
              return 0;
            }
          })(),
      ),
  },
  {
    id: "enforce-only-warns",
    title: "Under enforce a stale write goes through with a warning",
    killedBy: "T7",
    mutate: (tools) =>
      withContext(tools, (ctx) => ({
        ...ctx,
        settings: {
          ...ctx.settings,
          coding: {
            ...ctx.settings.coding,
            read_before_edit: ctx.settings.coding.read_before_edit === "off" ? "off" : "warn",
          },
        },
      })),
  },
  {
    id: "size-and-time-are-enough",
    title: "A file of the same size and time is taken for the same",
    killedBy: "T8",
    mutate: (tools) =>
      withTracker(
        tools,
        () =>
          new Comparing((seen, now) => {
            const isAlike = seen.size === now.size && seen.mtimeNs === now.mtimeNs;
            return isAlike || (seen.contentHash !== null && seen.contentHash === now.contentHash);
          }),
      ),
  },
  {
    id: "lock-off",
    title: "Writers do not wait for each other",
    killedBy: "L1",
    mutate: (tools) =>
      withLocks(
        tools,
        () =>
          new (class extends KeyedLocks {
            override withLock<T>(_: string | readonly string[], task: () => Promise<T>): Promise<T> {
              return task();
            }
          })(),
      ),
  },
  {
    id: "locked-by-spelling",
    title: "Names that a folding tree takes for one have locks of their own",
    killedBy: "L1",
    mutate: (tools) =>
      withLocks(
        tools,
        () =>
          new (class extends KeyedLocks {
            override withFiles<T>(paths: readonly string[], task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
              return this.withLock(paths, task, signal);
            }
          })(),
      ),
  },
  {
    id: "lock-and-compare-off",
    title: "Writers do not wait, and the last one wins",
    killedBy: "L2",
    mutate: (tools) => ({
      ...tools,
      open: (options = {}) =>
        tools.open({
          ...options,
          locks: new (class extends KeyedLocks {
            override withLock<T>(_: string | readonly string[], task: () => Promise<T>): Promise<T> {
              return task();
            }
          })(),
          wrap: (fs) => {
            const seen = options.wrap?.(fs) ?? fs;
            return {
              ...seen,
              writeFile: (path, data) => seen.writeFile(path, data),
              stageFile: (path, data) => seen.stageFile(path, data),
            };
          },
        }),
    }),
  },
  {
    id: "one-lock-for-all",
    title: "Every write waits for every other",
    killedBy: "L3",
    mutate: (tools) =>
      withLocks(
        tools,
        () =>
          new (class extends KeyedLocks {
            override withFiles<T>(_: readonly string[], task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
              return this.withLock("all", task, signal);
            }
          })(),
      ),
  },
  {
    id: "overlap-allowed",
    title: "Of hunks that change the same lines those that fit are applied",
    killedBy: "P1",
    mutate: (tools) =>
      withCalls(tools, async (work, { args }, result) => {
        if (result.success || result.error_code !== "overlapping_hunks") return result;
        const [file = ""] = Object.values(Object(args)).flatMap(
          (value) => /^(?:\+\+\+ b\/|\*\*\* Update File: )?(\S+\.txt)$/m.exec(String(value))?.[1] ?? [],
        );
        await work.put(file, "patched\n");
        return result;
      }),
  },
  {
    id: "redo-not-cleared",
    title: "What was undone before a new write can still be redone",
    killedBy: "U1",
    mutate: (tools) => {
      return {
        ...tools,
        open(options = {}) {
          let undone: Awaited<ReturnType<ToolContext["checkpoints"]["historyOf"]>>["redo"] = [];
          const adjust = (ctx: ToolContext): ToolContext => {
            const historyOf: ToolContext["checkpoints"]["historyOf"] = async (file) => {
              const history = await ctx.checkpoints.historyOf(file);
              if (history.redo.length > 0) undone = history.redo;
              return { ...history, redo: undone };
            };
            return { ...ctx, checkpoints: { ...ctx.checkpoints, historyOf } };
          };
          return tools.open({ ...options, adjust: (ctx) => adjusted(options, adjust(ctx)) });
        },
      };
    },
  },
  {
    id: "dry-run-writes",
    title: "A dry run is carried out",
    killedBy: "R1",
    mutate: (tools) =>
      withCalls(tools, async (work, { name, args }, result) => {
        if (!result.success || Object(args).dry_run !== true) return result;
        return work.call(name, { ...Object(args), dry_run: false });
      }),
  },
];

/** A tracker that takes a file for unchanged by a rule of its own. */
class Comparing extends FileStateTracker {
  readonly #isSame: (seen: Fingerprint, now: Fingerprint) => boolean;

  constructor(isSame: (seen: Fingerprint, now: Fingerprint) => boolean) {
    super();
    this.#isSame = isSame;
  }

  override judge(session: string, path: string, now: Fingerprint | null) {
    const judgement = super.judge(session, path, now);
    const { observation } = judgement;
    if (observation === null || now === null) return judgement;
    return { verdict: this.#isSame(observation, now) ? ("ok" as const) : ("stale" as const), observation };
  }
}

function withContext(tools: ToolsEngine, change: (ctx: ToolContext) => ToolContext): ToolsEngine {
  return {
    ...tools,
    open: (options = {}) => tools.open({ ...options, adjust: (ctx) => adjusted(options, change(ctx)) }),
  };
}

function adjusted({ adjust }: WorkspaceOptions, ctx: ToolContext): ToolContext {
  return adjust?.(ctx) ?? ctx;
}

/** One tracker for each workspace. */
function withTracker(tools: ToolsEngine, tracker: () => FileStateTracker): ToolsEngine {
  return {
    tracker,
    open(options = {}) {
      const fileState = tracker();
      return tools.open({ ...options, adjust: (ctx) => adjusted(options, { ...ctx, fileState }) });
    },
  };
}

function withLocks(tools: ToolsEngine, locks: () => KeyedLocks): ToolsEngine {
  return { ...tools, open: (options = {}) => tools.open({ ...options, locks: locks() }) };
}

interface MadeCall {
  readonly name: string;
  readonly args: unknown;
  readonly sessionId: string;
}

/** Calls whose results go through `after`, which may do something more. */
function withCalls(
  tools: ToolsEngine,
  after: (work: Workspace, call: MadeCall, result: ToolResult) => Promise<ToolResult>,
): ToolsEngine {
  return {
    ...tools,
    async open(options) {
      const work = await tools.open(options);
      return {
        ...work,
        call: async (name, args, who) =>
          after(work, { name, args, sessionId: who?.sessionId ?? "s" }, await work.call(name, args, who)),
      };
    },
  };
}
