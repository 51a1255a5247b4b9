import * as z from "zod";
import { callerName, isRecord, parseArguments, rawArguments } from "../../schema.ts";
import { failureBody } from "../cli-error.ts";
import type { OutgoingCall } from "./tool-door.ts";

const callLine = z.object({
  id: z.unknown().optional(),
  tool: z.string().min(1),
  arguments: rawArguments,
  session_id: callerName.optional(),
  turn_id: callerName.optional(),
});

export type ParsedCallLine =
  | { readonly kind: "call"; readonly id: unknown; readonly call: OutgoingCall }
  | { readonly kind: "refused"; readonly id: unknown; readonly body: ReturnType<typeof failureBody> };

/** One line of `call --ndjson`; the command's own --session and --turn hold where a line names none. */
export function parseCallLine(record: unknown, fallback: { session?: string; turn?: string }): ParsedCallLine {
  const id = isRecord(record) && Object.hasOwn(record, "id") ? record.id : null;
  const parsed = parseArguments("call --ndjson", callLine, record);
  if (parsed.kind === "refused") return { kind: "refused", id, body: failureBody(parsed.errorCode, parsed.message) };
  const { tool, arguments: args, session_id, turn_id } = parsed.args;
  return {
    kind: "call",
    id,
    call: { tool, args, sessionId: session_id ?? fallback.session, turnId: turn_id ?? fallback.turn },
  };
}
