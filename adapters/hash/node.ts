import { createHash } from "node:crypto";
import type { Hash } from "../../runtime/ports/mod.ts";

/** The host's own crypto; Bun and Deno have it under the same name. */
export const nodeHash: Hash = {
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
  md5: (data) => createHash("md5").update(data).digest("hex"),
};
