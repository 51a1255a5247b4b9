import type { DoorCase } from "./door-case.ts";
import type { Ground } from "./ground.ts";
import { withoutChance } from "./without-chance.ts";

/** A way into the tools. */
export interface Door {
  /** Goes into the names of sessions and turns, so that two doors to one store never share any. */
  readonly name: string;
  call(tool: string, args: object, who: { session: string | undefined; turn: string | undefined }): Promise<DoorAnswer>;
  /** Checkpoints, and what is remembered of these files for the session, as one text; where it can be seen. */
  kept?(session: string, paths: readonly string[]): Promise<string>;
}

export interface DoorAnswer {
  /** `undefined` where the door has none. */
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What was seen of one call. */
export interface Played {
  readonly status: number | undefined;
  /** Without what chance and clocks put into it. */
  readonly body: unknown;
  /** All that the folder holds after the call. */
  readonly tree: Readonly<Record<string, string>>;
  /** Entries that any write was made to, though it may have left the same bytes. */
  readonly touched: readonly string[];
  /** Whether anything was checkpointed or observed; `false` where it cannot be seen. */
  readonly stored: boolean;
}

/** Plays one case; answers what was seen of each of its calls. */
export async function play(door: Door, ground: Ground, { id, files, steps }: DoorCase): Promise<Played[]> {
  await ground.lay(files);
  const seen: Played[] = [];
  const named = (name: string | null) => (name === null ? undefined : `${door.name}:${id}:${name}`);
  for (const step of steps) {
    if (step.kind === "outside") {
      await ground.put(step.path, step.text);
      continue;
    }
    const before = await ground.traces();
    const who = { session: named(step.session), turn: named(step.turn) };
    const known = Object.keys(before);
    const kept = await door.kept?.(who.session ?? "", known);
    const { status, body } = await door.call(step.tool, step.args, who);
    const after = await ground.traces();
    const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    seen.push({
      status,
      body: withoutChance(body, `${door.name}:${id}:`),
      tree: await ground.tree(),
      touched: paths.filter((path) => before[path] !== after[path]),
      stored: kept !== (await door.kept?.(who.session ?? "", known)),
    });
  }
  return seen;
}
