import * as z from "zod";
import type { ErrorCode } from "../errors.ts";
import { callerName, parseArguments, rawArguments } from "../schema.ts";

export const toolCallBody = z.object({
  arguments: rawArguments,
  session_id: callerName.optional(),
  turn_id: callerName.optional(),
});

export const revertBody = z.object({
  turn_id: callerName.optional(),
  session_id: callerName.optional(),
  force: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  root: z.string().min(1).optional(),
});

export const turnsQuery = z.object({
  session_id: callerName.optional(),
  limit: z.int().min(1).max(200).default(20),
});

export const turnQuery = z.object({ root: z.string().min(1).optional() });

/** Where the turn is not part of the path; left out: the newest. */
export const anyTurnQuery = turnQuery.extend({ turn_id: callerName.optional() });

export const verifyQuery = z.object({});

export type ParsedQuery<Value> =
  | { readonly kind: "ok"; readonly args: Value }
  | { readonly kind: "refused"; readonly errorCode: ErrorCode; readonly message: string };

/** Query parameters under the same rules as a body; one given twice is refused. */
export function parseQuery<Shape extends z.ZodRawShape>(
  route: string,
  schema: z.ZodObject<Shape>,
  url: string,
): ParsedQuery<z.output<z.ZodObject<Shape>>> {
  const parameters = new URL(url).searchParams;
  const given: Record<string, string> = {};
  for (const [key, value] of parameters) {
    if (Object.hasOwn(given, key)) {
      return { kind: "refused", errorCode: "bad_argument", message: `${route}: "${key}" is given twice; send it once` };
    }
    given[key] = value;
  }
  return parseArguments(route, schema, given);
}
