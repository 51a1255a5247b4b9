import { nobleHash } from "../../adapters/hash/noble.ts";
import type { Checkpoint } from "../../runtime/ports/mod.ts";

/** A valid row of turn "t" in session "s" that edits `path`; every field can be replaced. */
export function checkpointRow(number: number, fields: Partial<Checkpoint> = {}): Checkpoint {
  const root = fields.root ?? "/work/project";
  return {
    checkpointId: `cp_${number.toString(16).padStart(16, "0")}`,
    turnId: "t",
    sessionId: "s",
    surface: "http",
    toolName: "edit_file",
    callId: `call_${number}`,
    workspaceId: sha256Of(root).slice(0, 16),
    root,
    relativePath: "src/a.ts",
    createdAt: 1_800_000_000_000 + number,
    existed: true,
    beforeHash: sha256Of(`before ${number}`),
    beforeSize: 10,
    afterHash: sha256Of(`after ${number}`),
    afterSize: 12,
    beforeMode: 0o644,
    deleted: false,
    afterMode: null,
    beforeIsLink: false,
    afterIsLink: false,
    createdFolders: 0,
    namedPath: null,
    kind: "write",
    reverts: null,
    seenHash: null,
    ...fields,
  };
}

export function sha256Of(content: string | Uint8Array): string {
  return nobleHash.sha256(typeof content === "string" ? new TextEncoder().encode(content) : content);
}
