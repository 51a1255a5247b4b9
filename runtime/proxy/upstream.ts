import { isLoopback } from "../server/mod.ts";

/** Where requests go on to. */
export interface Upstream {
  /** What stands before "/chat/completions"; no slash at its end. */
  readonly base: string;
  /** As in a Host header, lower case. */
  readonly host: string;
  /** Whether it runs on this machine or in this network, where a model may take minutes to its first token. */
  readonly isLocal: boolean;
}

export type ParsedUpstream =
  | { readonly kind: "ok"; readonly upstream: Upstream }
  | { readonly kind: "bad"; readonly message: string };

/** A bare host gets the usual "/v1"; any other path is taken for the base URL that a client would be given. */
export function parseUpstream(text: string): ParsedUpstream {
  const url = urlOrNull(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return bad(`"${text}" is no http URL`);
  if (url.username !== "" || url.password !== "")
    return bad("the URL must hold no user or password; clients send keys");
  if (url.search !== "" || url.hash !== "") return bad(`"${text}" has more than a path behind the host`);
  const path = trimSlashes(url.pathname);
  const base = `${url.protocol}//${url.host}${path === "" ? "/v1" : path}`;
  return { kind: "ok", upstream: { base, host: url.host.toLowerCase(), isLocal: isLocalName(url.hostname) } };
}

/** @param path What follows "/v1" in the request, its query included. */
export function urlAt(upstream: Upstream, path: string): string {
  return `${upstream.base}${path}`;
}

function bad(message: string): ParsedUpstream {
  return { kind: "bad", message };
}

function urlOrNull(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Loopback, private addresses, and names without a dot. */
function isLocalName(hostname: string): boolean {
  if (isLoopback(hostname) || !hostname.includes(".") || hostname.endsWith(".local")) return true;
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(hostname);
}
