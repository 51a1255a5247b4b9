import type { Hash } from "../ports/mod.ts";
import { refusal } from "./answer.ts";
import { originsOf } from "./hosts.ts";

/** Judges where a request says it comes from, before anything else of it is looked at; `null` lets it pass. */
export function createGate(hosts: ReadonlySet<string>): (request: Request) => Response | null {
  const origins = originsOf(hosts);
  return (request) => {
    const host = request.headers.get("host");
    if (host === null || !hosts.has(host.toLowerCase())) {
      const message = `this server does not answer to ${host === null ? "a request without a Host header" : "this Host"}`;
      return refusal("forbidden_host", `${message}; use the URL it printed, or start it with --allow-host`);
    }
    const origin = request.headers.get("origin");
    if (origin !== null && !origins.has(origin.toLowerCase())) {
      return refusal(
        "forbidden_origin",
        "requests of foreign web pages are refused; call from a program, not from a page",
      );
    }
    return null;
  };
}

/**
 * Judges the bearer token. Digests are compared, and always in full, so the time taken tells nothing about how much of
 * a guess was right.
 */
export function createTokenCheck(token: string, hash: Hash): (request: Request) => Response | null {
  const encoder = new TextEncoder();
  const expected = hash.sha256(encoder.encode(token));
  return (request) => {
    const scheme = /^bearer +/i.exec(request.headers.get("authorization") ?? "");
    const given = scheme === null ? "" : scheme.input.slice(scheme[0].length);
    if (given !== "" && equalInConstantTime(hash.sha256(encoder.encode(given)), expected)) return null;
    const message = given === "" ? "no bearer token" : "the bearer token is wrong";
    return refusal("unauthorized", `${message}; send "Authorization: Bearer TOKEN" with the token of the ready line`, {
      "www-authenticate": "Bearer",
    });
  };
}

function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < right.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
