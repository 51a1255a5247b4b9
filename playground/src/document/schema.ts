import * as z from "zod/mini";
import { DOCUMENT_LIMITS } from "./limits.ts";
import { READ_GATES, READ_MODES } from "./read-rules.ts";

/** A path below the root, as tools take it: no empty, "." or ".." part, no NUL, no leading slash. */
const path = z.string().check(
  z.minLength(1),
  z.maxLength(DOCUMENT_LIMITS.pathLength),
  z.refine((text) => text.isWellFormed() && !/[\0\\]/.test(text), "a path without NUL and backslash"),
  z.refine(
    (text) => text.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
    "a path below the root",
  ),
);

const name = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\w.:-]+$/));
const text = z.string().check(
  z.maxLength(DOCUMENT_LIMITS.bytes),
  z.refine((value) => value.isWellFormed(), "whole characters"),
);
const base64 = z
  .string()
  .check(z.maxLength(Math.ceil((DOCUMENT_LIMITS.bytes * 4) / 3) + 4), z.regex(/^[A-Za-z0-9+/]*={0,2}$/));

/** Text where the bytes are UTF-8, base64 of the bytes where they are not. */
const content = z.union([z.strictObject({ text }), z.strictObject({ base64 })]);
const file = z.strictObject({ path, content });

/** Arguments of a tool, checked by the tool itself like any other caller's. */
const toolArguments = z.record(z.string().check(z.maxLength(64)), z.unknown());

/** Left out of the fold, but kept in the list. */
const skipped = z.optional(z.literal(true));
const call = { session: name, turn: z.optional(name), skipped };
const outside = { by: z.optional(name), skipped };

/** One thing that happened. Agents call tools; everybody else changes the tree behind the tools' back. */
const event = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("read"), ...call, arguments: toolArguments }),
  z.strictObject({ type: z.literal("edit"), ...call, arguments: toolArguments }),
  z.strictObject({ type: z.literal("write"), ...call, arguments: toolArguments }),
  z.strictObject({ type: z.literal("revert"), ...call, arguments: toolArguments }),
  /** Any other tool by its name. */
  z.strictObject({ type: z.literal("call"), ...call, tool: name, arguments: toolArguments }),
  /** `keepTime`: the file keeps its modification time, as a careless or hostile program can arrange. */
  z.strictObject({ type: z.literal("human-write"), ...outside, path, content, keepTime: z.optional(z.literal(true)) }),
  z.strictObject({ type: z.literal("touch"), ...outside, path }),
  z.strictObject({ type: z.literal("delete"), ...outside, path }),
  z.strictObject({ type: z.literal("rename"), ...outside, from: path, to: path }),
  /** A command that may have changed anything: the session forgets what it saw. `writes` is what it really changed. */
  z.strictObject({
    type: z.literal("shell"),
    session: name,
    skipped,
    command: z.string(),
    writes: z.optional(z.array(file)),
  }),
  /** Somebody takes a stored content out of the store, or changes a byte of it. */
  z.strictObject({
    type: z.literal("store"),
    action: z.enum(["drop", "alter"]),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    skipped,
  }),
  /** Time passes, and the server cleans its store up. */
  z.strictObject({ type: z.literal("prune"), days: z.int().check(z.minimum(0), z.maximum(3650)), skipped }),
  /** The server restarts: what only memory held is gone, tree and store stay. */
  z.strictObject({ type: z.literal("crash"), skipped }),
]);

export const eventsSchema = z.array(event).check(z.maxLength(DOCUMENT_LIMITS.events));

export const documentSchema = z.strictObject({
  files: z.array(file).check(z.maxLength(DOCUMENT_LIMITS.files)),
  events: eventsSchema,
  settings: z.strictObject({
    read_before_edit: z.enum(READ_MODES),
    read_gate: z.enum(READ_GATES),
  }),
  /** Id of the open lab. */
  lab: name,
  /** How many events have happened; the rest is the future. */
  playhead: z.int().check(z.minimum(0), z.maximum(DOCUMENT_LIMITS.events)),
  /** The open file. */
  path: z.optional(path),
  /** What was put into each lab, by its id; each lab reads its own. */
  inputs: z.record(name, z.unknown()),
});

export type PlaygroundDocument = z.output<typeof documentSchema>;
export type PlaygroundEvent = z.output<typeof event>;
export type EventType = PlaygroundEvent["type"];
export type PlaygroundFile = z.output<typeof file>;
export type FileContent = z.output<typeof content>;
/** Whose tool call an event is. */
export interface Actor {
  readonly session: string;
  readonly turn: string;
}
