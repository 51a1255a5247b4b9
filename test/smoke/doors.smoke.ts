import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNodeFileSystem } from "../../adapters/fs/node.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import { openTree } from "../adapters/trees.ts";
import { openLocalDoor } from "../doors/local-door.ts";
import {
  createGround,
  DOOR_CASES,
  type Door,
  type DoorCase,
  judge,
  type Played,
  PROFILES,
  type ProfileName,
  play,
} from "../doors/mod.ts";
import { ensureBuilt } from "./built.ts";
import { parseObject } from "./json.ts";
import { connectHttp, type McpClient } from "./mcp-client.ts";
import { type OpenCli, openCli } from "./open-cli.ts";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { makeScratch, type Scratch } from "./tree.ts";

/** Starts of processes, the build that Node's may have to wait for, and the whole table. */
const LIMIT_MS = 240_000;

/** One runtime's processes: a server with an MCP client, and a command line over a folder of its own. */
interface Processes {
  readonly scratch: Scratch;
  readonly cliRoot: string;
  readonly server: ServerProcess;
  readonly mcp: McpClient;
  readonly cli: OpenCli;
}

for (const profile of ["shipped", "enforcing", "gated"] as const) {
  describe(`the table of calls through every door of every runtime, ${profile}`, () => {
    const open = new Map<RuntimeName, Processes>();

    beforeAll(async () => {
      await ensureBuilt();
      for (const runtime of RUNTIMES) open.set(runtime, await start(runtime, profile));
    }, LIMIT_MS);
    afterAll(() => Promise.all([...open.values()].map(stop)), LIMIT_MS);

    const cases = DOOR_CASES.filter((each) => (each.profile ?? "shipped") === profile);
    for (const doorCase of cases) {
      test(doorCase.id, { timeout: LIMIT_MS }, async () => {
        const reference = await playInMemory(doorCase, profile);
        const playAll = async ([runtime, processes]: [RuntimeName, Processes]) => {
          for (const { door, root } of doorsOf(processes)) {
            // A client of the protocol always has a session and a turn.
            if (doorCase.unbound && door.name === "mcp") continue;
            const ground = createGround(fs, nodeHash, root);
            const played = await play(door, ground, doorCase);
            await ground.lay(doorCase.files);
            judge(doorCase, played, await ground.tree());
            for (const [at, seen] of played.entries()) {
              const where = { runtime, door: door.name, call: at + 1 };
              expect({ where, ...comparable(seen) }).toEqual({ where, ...comparable(reference[at]) });
            }
          }
        };
        await Promise.all([...open].map(playAll));
      });
    }

    test("the processes ran without a word on stderr, and end as they should", { timeout: LIMIT_MS }, async () => {
      for (const [runtime, processes] of open) {
        const { exitCode, stderr } = await processes.cli.end();
        expect({ runtime, exitCode, stderr }).toEqual({ runtime, exitCode: 0, stderr: "" });
        expect({ runtime, stderr: processes.server.stderr() }).toEqual({ runtime, stderr: "" });
        expect({ runtime, faults: processes.mcp.faults }).toEqual({ runtime, faults: [] });
      }
    });
  });
}

const fs = createNodeFileSystem({ hash: nodeHash, tempPrefix: ".doors-" });

async function playInMemory(doorCase: DoorCase, profile: ProfileName): Promise<readonly Played[]> {
  const { folder, tools } = await openTree("memfs");
  const memory = tools.open({});
  const door = await openLocalDoor(memory, tools.hash, folder, profile);
  return play(door, createGround(memory, tools.hash, `${folder}/project`), doorCase);
}

/** What all doors have in common. A time of a folder tells nothing that its entries do not. */
function comparable(played: Played | undefined): object {
  return { body: played?.body, tree: played?.tree };
}

async function start(runtime: RuntimeName, profile: ProfileName): Promise<Processes> {
  const scratch = await makeScratch();
  const { root, home } = scratch;
  const cliRoot = join(root, "../cli-project");
  await mkdir(cliRoot);
  const env = PROFILES[profile];
  const server = await startServer({ runtime, root, home, env });
  const mcp = await connectHttp(server.url, { authorization: `Bearer ${server.token}` });
  const cli = openCli(runtime, { root: cliRoot, home: join(home, "../cli-home"), env });
  return { scratch, cliRoot, server, mcp, cli };
}

async function stop({ scratch, server, mcp, cli }: Processes): Promise<void> {
  await cli.end();
  await mcp.close();
  await server.stop();
  await scratch.remove();
}

function doorsOf({ scratch: { root }, cliRoot, server, mcp, cli }: Processes): { door: Door; root: string }[] {
  const rest: Door = {
    name: "rest",
    call: (tool, args, { session, turn }) =>
      server.call(
        tool,
        { ...args },
        { ...(session !== undefined && { session }), ...(turn !== undefined && { turn }) },
      ),
  };
  const protocol: Door = {
    name: "mcp",
    async call(tool, args, { session, turn }) {
      const { isError, body } = await mcp.call(tool, { ...args }, { session_id: session, turn_id: turn });
      const answer = parseObject(JSON.stringify(body));
      expect(isError).toBe(answer.success === false);
      return { status: undefined, body: answer };
    },
  };
  const line: Door = {
    name: "cli",
    async call(tool, args, { session, turn }) {
      const { id, status, ...body } = await cli.ask({
        id: 7,
        tool,
        arguments: args,
        session_id: session,
        turn_id: turn,
      });
      expect(id).toBe(7);
      return { status: Number(status), body };
    },
  };
  return [
    { door: rest, root },
    { door: protocol, root },
    { door: line, root: cliRoot },
  ];
}
