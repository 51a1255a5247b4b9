import { nobleHash } from "../../adapters/hash/noble.ts";
import type { ErrorCode } from "../../runtime/errors.ts";
import type { PROFILES } from "./table.ts";

/** What stands in the folder before a case: text, or something that text cannot say. */
export type SetupEntry =
  | string
  | { readonly bytes: readonly number[] }
  | { readonly text: string; readonly mode: number }
  | { readonly link: string }
  | { readonly folder: true };

export type ProfileName = keyof typeof PROFILES;

export interface DoorCase {
  /** Unique in the table; a few words. */
  readonly id: string;
  /** Settings under which it is played. Default: those that ship. */
  readonly profile?: ProfileName;
  /** Some calls name no session or no turn, which not every door can leave out. */
  readonly unbound?: true;
  readonly files: Readonly<Record<string, SetupEntry>>;
  readonly steps: readonly Step[];
}

export type Step = CallStep | OutsideStep;

/** Somebody else with an editor of their own; `null` deletes. */
export interface OutsideStep {
  readonly kind: "outside";
  readonly path: string;
  readonly text: string | null;
}

export interface CallStep {
  readonly kind: "call";
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Names within the case; `null`: none is given. */
  readonly session: string | null;
  readonly turn: string | null;
  readonly expected: Accepted | Refused;
}

export interface Accepted {
  readonly kind: "accepted";
  /** Part of `data`. */
  readonly says: object;
  /**
   * Texts of files afterwards, `null` for one that must be gone. Modes are named where they are neither what the file had
   * nor those of a new one. Every other file is as it was before the call.
   */
  readonly leaves: Readonly<Record<string, string | null | { readonly text: string; readonly mode: number }>>;
}

export interface Refused {
  readonly kind: "refused";
  readonly code: ErrorCode;
  /** Stand in the message: the offending value or argument, and the next step. */
  readonly names: string;
  readonly next: string;
}

type Arguments = Readonly<Record<string, unknown>>;
type Who = { readonly session?: string | null; readonly turn?: string | null };

/** A call of edit_file that goes through. */
export function edits(args: Arguments, leaves: Accepted["leaves"], says: object = {}, who: Who = {}): CallStep {
  return accepts("edit_file", args, says, leaves, who);
}

/** A call of edit_file that is refused. */
export function refuses(args: Arguments, code: ErrorCode, names: string, next: string, who: Who = {}): CallStep {
  return rejects("edit_file", args, code, names, next, who);
}

export function accepts(
  tool: string,
  args: Arguments,
  says: object = {},
  leaves: Accepted["leaves"] = {},
  { session = "s", turn = "t" }: Who = {},
): CallStep {
  return { kind: "call", tool, args, session, turn, expected: { kind: "accepted", says, leaves } };
}

export function rejects(
  tool: string,
  args: Arguments,
  code: ErrorCode,
  names: string,
  next: string,
  { session = "s", turn = "t" }: Who = {},
): CallStep {
  return { kind: "call", tool, args, session, turn, expected: { kind: "refused", code, names, next } };
}

export function reads(path: string, who: Who = {}): CallStep {
  return accepts("read_file", { path }, { path }, {}, who);
}

export function outside(path: string, text: string | null): OutsideStep {
  return { kind: "outside", path, text };
}

/** The revision of a text. */
export function tokenOf(text: string): string {
  return `sha256:${nobleHash.sha256(new TextEncoder().encode(text)).slice(0, 12)}`;
}
