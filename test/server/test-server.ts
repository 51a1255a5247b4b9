import { nobleHash } from "../../adapters/hash/noble.ts";
import { allowedHosts, createApp } from "../../runtime/server/mod.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "../tools/workspace.ts";

export const TOKEN = "0123456789abcdef-token";
export const HOST = "127.0.0.1:7717";
export const MAX_BODY_BYTES = 4096;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export interface TestServer {
  readonly work: Workspace;
  readonly faults: unknown[];
  /** Sends as a rightful client does, with what `init` changes; a header of `null` is left out. */
  send(path: string, init?: SendInit): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** As a client's `fetch`: adds the Host header that a connection would have. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}

export interface SendInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** The app as a server runs it, over a tree in memory, without a socket. */
export async function openTestServer(options: WorkspaceOptions = {}): Promise<TestServer> {
  const work = await openWorkspace(options);
  const faults: unknown[] = [];
  const app = createApp({
    runtime: work.runtime,
    hash: nobleHash,
    token: TOKEN,
    hosts: allowedHosts({ hostname: "127.0.0.1", port: 7717 }, ["tools.example.com", "proxy.example.com:443"]),
    maxBodyBytes: MAX_BODY_BYTES,
    hostName: "test 1.0",
    onFault: (error) => faults.push(error),
  });
  const send = async (path: string, { method = "GET", headers = {}, body }: SendInit = {}): Promise<Answer> => {
    const sent = new Headers();
    const wanted = { host: HOST, authorization: `Bearer ${TOKEN}`, ...headers };
    for (const [name, value] of Object.entries(wanted)) if (value !== null) sent.set(name, value);
    const streamed = body instanceof ReadableStream ? { duplex: "half" as const } : {};
    const request = new Request(`http://${HOST}${path}`, { method, headers: sent, body: body ?? null, ...streamed });
    const response = await app.fetch(request);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
  };
  return {
    work,
    faults,
    send,
    async fetch(url, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("host", HOST);
      return app.fetch(new Request(url, { ...init, headers }));
    },
    post: (path, body) =>
      send(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  };
}
