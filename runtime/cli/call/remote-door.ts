import { CliError } from "../cli-error.ts";
import { setUp } from "../setup.ts";
import type { Shell } from "../shell.ts";
import { isUsableToken, readToken, tokenPath } from "../tokens.ts";
import type { CallAnswer, ToolDoor } from "./tool-door.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** A running server. Its token is MORTISE_TOKEN, or the one a server on this machine left for its port. */
export async function openRemoteDoor(shell: Shell, address: string): Promise<ToolDoor> {
  const url = serverUrl(address);
  const token = await tokenFor(shell, url);
  return {
    async call({ tool, args, sessionId, turnId }) {
      const body = JSON.stringify({ arguments: args, session_id: sessionId, turn_id: turnId });
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const target = new URL(`api/tools/${encodeURIComponent(tool)}`, url);
      // A redirect would carry the token elsewhere.
      const request = new Request(target, { method: "POST", headers, body, redirect: "error" });
      return answerOf(await send(request, url));
    },
    async close() {},
  };
}

function serverUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new CliError("bad_argument", `--url "${address}" is no http URL; pass the url of the ready line`);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

async function tokenFor(shell: Shell, url: URL): Promise<string> {
  const given = shell.host.env("MORTISE_TOKEN");
  if (given) {
    if (isUsableToken(given)) return given;
    throw new CliError("bad_argument", "MORTISE_TOKEN holds no usable token");
  }
  // Only a server on this machine leaves its token here, so no other host is shown it.
  if (!LOOPBACK.has(url.hostname)) {
    throw new CliError("unauthorized", `no token for ${url.host}; set MORTISE_TOKEN to that server's token`);
  }
  const { home } = await setUp(shell);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const token = await readToken(shell.host.fileSystem({ tempPrefix: ".mortise-" }), tokenPath(home, port));
  if (token !== null && isUsableToken(token)) return token;
  const remedy = `start one with "mortise serve --port ${port}", or set MORTISE_TOKEN`;
  throw new CliError(
    "unavailable",
    `no server has left its token for port ${port} in ${tokenPath(home, port)}; ${remedy}`,
  );
}

async function send(request: Request, url: URL): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const message = `the server at ${url.origin} cannot be reached; check that "mortise serve" runs there`;
    throw new CliError("unavailable", message, { cause: error });
  }
}

async function answerOf(response: Response): Promise<CallAnswer> {
  const body = parsed(await response.arrayBuffer());
  if (isObject(body) && typeof body.success === "boolean") return { status: response.status, body };
  throw new CliError("unavailable", `the answer (HTTP ${response.status}) is not a mortise server's; check --url`);
}

function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
