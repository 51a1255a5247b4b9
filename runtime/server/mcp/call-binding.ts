import * as z from "zod";
import { callerName } from "../../schema.ts";
import { failure, type ToolFailure } from "../../tools/mod.ts";

/** What a host that runs several conversations over one connection may say of a call, in its `_meta`. */
const overrides = z.object({ session_id: callerName.optional(), turn_id: callerName.optional() });

export type NamedCaller =
  | { readonly kind: "ok"; readonly sessionId: string | undefined; readonly turnId: string | undefined }
  | { readonly kind: "refused"; readonly failure: ToolFailure };

/** The session and turn that a call's `_meta` names; other keys in it are not ours. */
export function namedCaller(meta: unknown): NamedCaller {
  const parsed = overrides.safeParse(meta ?? {});
  if (parsed.success) {
    return { kind: "ok", sessionId: parsed.data.session_id, turnId: parsed.data.turn_id };
  }
  const issue = parsed.error.issues[0];
  const field = `_meta.${issue?.path.join(".") ?? ""}`;
  const message = `${field}: ${issue?.message ?? "is not valid"}; nothing was run`;
  return { kind: "refused", failure: failure("bad_argument", message, { argument: field }) };
}
