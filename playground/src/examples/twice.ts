import type { PlaygroundDocument } from "../document/mod.ts";

const SERVICE = `export function start(port) {
  log("listening");
  server.listen(port);
}

export function restart(port) {
  server.close();
  log("listening");
  server.listen(port);
}
`;

export const TWICE: Partial<PlaygroundDocument> = {
  files: [{ path: "svc.js", content: { text: SERVICE } }],
  events: [{ type: "read", session: "A", turn: "t1", arguments: { path: "svc.js" } }],
  playhead: 1,
  inputs: { match: { old_text: 'log("listening");', new_text: 'log("listening on " + port);' } },
};
