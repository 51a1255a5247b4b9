import type { PlaygroundDocument } from "../document/mod.ts";

const CONFIG = ["[server]", "host = 127.0.0.1", "port = 7717", "", "[log]", "level = info", ""].join("\r\n");

/** The file ends its lines with CRLF, the needle with LF. */
export const WINDOWS: Partial<PlaygroundDocument> = {
  files: [{ path: "server.ini", content: { text: CONFIG } }],
  events: [{ type: "read", session: "A", turn: "t1", arguments: { path: "server.ini" } }],
  playhead: 1,
  inputs: { match: { old_text: "[log]\nlevel = info\n", new_text: "[log]\nlevel = debug\nfile = server.log\n" } },
};
