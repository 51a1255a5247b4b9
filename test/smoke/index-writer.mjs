/**
 * Appends rows to an index file and prints the id of each once it is acknowledged. Waits for a byte on stdin, so that
 * several of these begin together.
 *
 * Arguments: address of the module with `createLibsqlIndex`, database file, start of the ids, number of rows.
 */
import process from "node:process";

const [module, path, name, count] = process.argv.slice(2);
const { createLibsqlIndex } = await import(module);
const index = createLibsqlIndex({ path });

process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.pause();

for (let at = 0; at < Number(count); ) {
  // Every tenth time five appends are in flight together, as edits of several files are.
  const together = at % 10 === 0 ? 5 : 1;
  await Promise.all(Array.from({ length: Math.min(together, Number(count) - at) }, (_, more) => append(at + more)));
  at += together;
}
await index.close();
process.stdout.write("done\n");

async function append(at) {
  const checkpointId = `${name}-${at}`;
  const fields = { surface: "http", toolName: "edit_file", callId: "", workspaceId: "0123456789abcdef", root: "/r" };
  const hashes = { existed: true, beforeHash: null, beforeSize: at, afterHash: null, afterSize: at, beforeMode: 0o644 };
  const outcome = { deleted: false, afterMode: 0o644, beforeIsLink: false, afterIsLink: false, createdFolders: 0 };
  const turn = { namedPath: null, seenHash: null, kind: "write", reverts: null };
  const row = {
    checkpointId,
    turnId: name,
    sessionId: "s",
    relativePath: `f${at}`,
    createdAt: at,
    ...fields,
    ...hashes,
    ...outcome,
    ...turn,
  };
  await index.append([row]);
  process.stdout.write(`${checkpointId}\n`);
}
