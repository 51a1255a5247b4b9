/**
 * What the proxy adds to the first token, paired in one run against the bare upstream: client, proxy and upstream are
 * processes of their own, connections are kept, and the two ways take turns. The goal is 1 ms in the median.
 *
 *     npm run bench:proxy [-- --json] [-- bun | deno | node]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pieces, SHAPES } from "../doubles/chat-shapes.ts";
import { median, percentile } from "./statistics.ts";

const WARM_UP = 200;
const PAIRS = 1000;
const REPOSITORY = resolve(fileURLToPath(new URL("../../..", import.meta.url)));
const GOAL_MS = 1;
const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const BODY = JSON.stringify({
  model: "m",
  stream: true,
  messages: [{ role: "user", content: "What is in a.txt?" }],
  tools: [{ type: "function", function: { name: "read_file", parameters: PARAMETERS } }],
});

const ENTRIES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  bun: ["node_modules/.bin/bun", "adapters/entry/bun.ts"],
  deno: ["node_modules/.bin/deno", "run", "-A", "adapters/entry/deno.ts"],
  node: ["node", "dist/adapters/entry/node.js"],
};

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

if (process.argv[2] === "upstream") await serveUpstream();
else await measure();

async function serveUpstream(): Promise<void> {
  const events = SHAPES.vllm(pieces("The file holds a list of names.", 4), "stop").map((data) => `data: ${data}\n\n`);
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () => {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of events) outgoing.write(event);
      outgoing.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  console.log(JSON.stringify({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1` }));
}

async function measure(): Promise<void> {
  const named = Object.keys(ENTRIES).filter((name) => process.argv.includes(name));
  const upstream = await start("node", [fileURLToPath(import.meta.url), "upstream"]);
  try {
    for (const name of named.length > 0 ? named : Object.keys(ENTRIES)) {
      const [program = "", ...args] = ENTRIES[name] ?? [];
      const proxy = await start(program, [...args, "proxy", "--upstream", upstream.url, "--port", "0", "--json"]);
      try {
        await compare(name, upstream.url, proxy.url);
      } finally {
        proxy.stop();
      }
    }
  } finally {
    upstream.stop();
  }
}

async function compare(name: string, bare: string, proxied: string): Promise<void> {
  const times: { bare: number[]; proxied: number[]; added: number[] } = { bare: [], proxied: [], added: [] };
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    const first = pair % 2 === 0;
    const one = await firstTokenMs(first ? bare : proxied);
    const other = await firstTokenMs(first ? proxied : bare);
    if (pair < 0) continue;
    times.bare.push(first ? one : other);
    times.proxied.push(first ? other : one);
    times.added.push(first ? other - one : one - other);
  }
  const row = {
    runtime: name,
    pairs: PAIRS,
    bare_p50_ms: thousandth(median(times.bare)),
    proxied_p50_ms: thousandth(median(times.proxied)),
    added_p50_ms: thousandth(median(times.added)),
    added_p90_ms: thousandth(percentile(times.added, 0.9)),
    goal_ms: GOAL_MS,
  };
  const text = `${name.padEnd(5)} bare ${row.bare_p50_ms} ms, through the proxy ${row.proxied_p50_ms} ms; adds p50 ${row.added_p50_ms} ms, p90 ${row.added_p90_ms} ms`;
  console.log(process.argv.includes("--json") ? JSON.stringify(row) : text);
}

/** From sending the request to the first text; the rest is read before the next one. */
async function firstTokenMs(baseUrl: string): Promise<number> {
  const begun = performance.now();
  const sent = request(`${baseUrl}/chat/completions`, {
    method: "POST",
    agent,
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(BODY) },
  });
  sent.end(BODY);
  const [response]: IncomingMessage[] = await once(sent, "response");
  if (response === undefined || response.statusCode !== 200) throw new Error(`status ${response?.statusCode}`);
  let text = "";
  let tokenMs = Number.NaN;
  response.setEncoding("utf8");
  for await (const chunk of response) {
    text += String(chunk);
    if (Number.isNaN(tokenMs) && text.includes('"content":"The')) tokenMs = performance.now() - begun;
  }
  if (Number.isNaN(tokenMs)) throw new Error(`no token in ${text.slice(0, 400)}`);
  return tokenMs;
}

/** A process that prints a line of JSON with its `url` when it listens. */
async function start(program: string, args: readonly string[]): Promise<{ url: string; stop(): void }> {
  const child = spawn(program.includes("/") ? join(REPOSITORY, program) : program, args, {
    cwd: REPOSITORY,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const { url }: { url: string } = JSON.parse(String(line));
  return { url, stop: () => void child.kill("SIGTERM") };
}

function thousandth(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
