import { expect } from "vitest";
import { statusOf } from "../../runtime/errors.ts";
import type { Accepted, CallStep, DoorCase } from "./door-case.ts";
import type { Played } from "./play.ts";

/** Holds what was seen of a case against the table. */
export function judge({ steps }: DoorCase, played: readonly Played[], start: Readonly<Record<string, string>>): void {
  let tree = start;
  let at = 0;
  for (const step of steps) {
    const seen = played[at];
    if (step.kind === "outside") {
      // What stands after it is known from what the next call leaves alone.
      tree = withText(tree, step.path, step.text);
      continue;
    }
    at += 1;
    if (seen === undefined) throw new Error("a call was not played");
    const where = `call ${at}, ${step.tool} ${JSON.stringify(step.args).slice(0, 200)}`;
    judgeAnswer(step, seen, where);
    const { expected } = step;
    const leaves = expected.kind === "accepted" ? Object.entries(expected.leaves) : [];
    for (const [path, text] of leaves) tree = withText(tree, path, text);
    expect({ where, tree: filesOf(seen.tree) }).toEqual({ where, tree: filesOf(tree) });
    if (leaves.length === 0) expect({ where, touched: seen.touched }).toEqual({ where, touched: [] });
    if (expected.kind === "refused") expect({ where, stored: seen.stored }).toEqual({ where, stored: false });
    tree = seen.tree;
  }
  expect(played).toHaveLength(at);
}

function judgeAnswer({ expected }: CallStep, { status, body }: Played, where: string): void {
  if (expected.kind === "accepted") {
    expect({ where, status, body }).toMatchObject({ where, body: { success: true, data: expected.says } });
    expect({ where, status: status ?? 200 }).toEqual({ where, status: 200 });
    return;
  }
  const { code, names, next } = expected;
  expect({ where, body }).toMatchObject({ where, body: { success: false, error_code: code } });
  const error = typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
  expect(error, where).toContain(names);
  expect(error, where).toContain(next);
  expect({ where, status: status ?? statusOf(code) }).toEqual({ where, status: statusOf(code) });
}

/** A mode that is not named stays as it was; a new file has that of new files. */
function withText(
  tree: Readonly<Record<string, string>>,
  path: string,
  left: Accepted["leaves"][string],
): Record<string, string> {
  const { [path]: was = "644", ...others } = tree;
  if (left === null) return others;
  const { text, mode } = typeof left === "string" ? { text: left, mode: was.split(" ")[0] } : left;
  const shownMode = typeof mode === "number" ? mode.toString(8) : mode;
  return { ...others, [path]: `${shownMode} ${JSON.stringify(text)}` };
}

/** Folders come and go with the files in them. */
function filesOf(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([, entry]) => entry !== "directory"));
}
