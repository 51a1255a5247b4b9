/**
 * The export format, version 1: lines of JSON in UTF-8, each ended by LF, so that it can be streamed, and read without
 * this program. In this order:
 *
 *   {"format":"mortise-checkpoints","version":1,"created_at":"<ISO 8601>"}
 *   {"blob":"<sha256>","size":n,"at":n,"data":"<base64>"}   a stored content; a long one in parts, `at` the first byte of each
 *   {"left_out":"<sentence>"}                               something of the store that was damaged
 *   {"row":{...}}                                           a write, in the order they were made
 *   {"revert":{"turn_id":"..","state":".."}}                how a revert ended
 *   {"end":{"lines":n,"chain":"<sha256>"}}                  the lines before this one, and their digest
 *
 * The digest is a chain: it starts as 64 zeros, and each line makes it the sha256 of the digest so far (in hex) followed
 * by the line with its LF. A file that was cut off, changed or put in another order therefore never passes.
 */
import * as z from "zod";
import { type Checkpoint, type Hash, MAX_CREATED_FOLDERS } from "../../ports/mod.ts";
import { isPathBelowRoot, isRootPath } from "../row-damage.ts";

export const FORMAT = "mortise-checkpoints";
export const VERSION = 1;

/** Bytes of a content in one line. */
export const PART_BYTES = 3 * 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const mode = z.int().min(0).max(0o7777);
const text = z.string().refine((value) => value.isWellFormed(), "it holds half a character");

const header = z.object({ format: z.literal(FORMAT), version: z.int().min(1), created_at: z.string() });
const blob = z.object({ blob: sha256, size: count, at: count, data: z.string() });
const leftOut = z.object({ left_out: z.string() });
const revert = z.object({
  revert: z.object({ turn_id: text, state: z.enum(["done", "partial", "finished", "rolled_back"]) }),
});
const end = z.object({ end: z.object({ lines: count, chain: sha256 }) });
const row = z.object({
  row: z.object({
    checkpoint_id: text,
    turn_id: text,
    session_id: text,
    surface: text,
    tool_name: text,
    call_id: text,
    root: text.refine(isRootPath, "root is not an absolute path in its plain form"),
    relative_path: text.refine(isPathBelowRoot, "relative_path is not a plain path below a root"),
    created_at: count.max(8.64e15),
    existed: z.boolean(),
    before_hash: sha256.nullable(),
    before_size: count,
    before_mode: mode.nullable(),
    before_is_link: z.boolean(),
    after_hash: sha256.nullable(),
    after_size: count,
    after_mode: mode.nullable(),
    after_is_link: z.boolean(),
    deleted: z.boolean(),
    created_folders: count.max(MAX_CREATED_FOLDERS),
    named_path: text.nullable(),
    kind: z.enum(["write", "revert"]),
    reverts: text.nullable(),
    // Exports of earlier versions do not have it.
    seen_hash: sha256.nullable().default(null),
  }),
});

export const headerLine = header;
export const bodyLine = z.union([row, blob, leftOut, revert, end]);
export type BodyLine = z.output<typeof bodyLine>;
type RowFields = z.output<typeof row>["row"];

export function rowFields(given: Checkpoint): RowFields {
  return {
    checkpoint_id: given.checkpointId,
    turn_id: given.turnId,
    session_id: given.sessionId,
    surface: given.surface,
    tool_name: given.toolName,
    call_id: given.callId,
    root: given.root,
    relative_path: given.relativePath,
    created_at: given.createdAt,
    existed: given.existed,
    before_hash: given.beforeHash,
    before_size: given.beforeSize,
    before_mode: given.beforeMode,
    before_is_link: given.beforeIsLink,
    after_hash: given.afterHash,
    after_size: given.afterSize,
    after_mode: given.afterMode,
    after_is_link: given.afterIsLink,
    deleted: given.deleted,
    created_folders: given.createdFolders,
    named_path: given.namedPath,
    kind: given.kind,
    reverts: given.reverts,
    seen_hash: given.seenHash,
  };
}

export function checkpointFrom(fields: RowFields, root: string, workspaceId: string): Checkpoint {
  return {
    checkpointId: fields.checkpoint_id,
    turnId: fields.turn_id,
    sessionId: fields.session_id,
    surface: fields.surface,
    toolName: fields.tool_name,
    callId: fields.call_id,
    workspaceId,
    root,
    relativePath: fields.relative_path,
    createdAt: fields.created_at,
    existed: fields.existed,
    beforeHash: fields.before_hash,
    beforeSize: fields.before_size,
    beforeMode: fields.before_mode,
    beforeIsLink: fields.before_is_link,
    afterHash: fields.after_hash,
    afterSize: fields.after_size,
    afterMode: fields.after_mode,
    afterIsLink: fields.after_is_link,
    deleted: fields.deleted,
    createdFolders: fields.created_folders,
    namedPath: fields.named_path,
    kind: fields.kind,
    reverts: fields.reverts,
    seenHash: fields.seen_hash,
  };
}

/** The digest over the lines so far. */
export class Chain {
  readonly #hash: Hash;
  #digest = "0".repeat(64);
  #lines = 0;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** @param line Without its LF. */
  add(line: Uint8Array): void {
    const joined = new Uint8Array(64 + line.length + 1);
    joined.set(new TextEncoder().encode(this.#digest));
    joined.set(line, 64);
    joined[joined.length - 1] = 0x0a;
    this.#digest = this.#hash.sha256(joined);
    this.#lines += 1;
  }

  get end(): { readonly lines: number; readonly chain: string } {
    return { lines: this.#lines, chain: this.#digest };
  }
}
