/** Of one connection only (RFC 9110, 7.6.1), or set anew for the next one. */
const OF_ONE_CONNECTION = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What a browser adds about its page and its cookies is not the upstream's business. */
const OF_A_PAGE = /^(origin|referer|cookie|sec-.*|x-forwarded-.*|forwarded)$/;

/** The caller's headers, its key among them, as the upstream gets them. */
export function headersForUpstream(given: Headers): Headers {
  const headers = new Headers();
  for (const [name, value] of given) {
    if (!OF_ONE_CONNECTION.has(name) && !OF_A_PAGE.test(name)) headers.set(name, value);
  }
  // A compressed stream would arrive in lumps.
  headers.set("accept-encoding", "identity");
  return headers;
}

/** The upstream's headers as the client gets them; the body is no longer encoded, and may have another length. */
export function headersForClient(given: Headers): Headers {
  const headers = new Headers();
  for (const [name, value] of given) {
    if (OF_ONE_CONNECTION.has(name) || name === "content-encoding" || name === "set-cookie") continue;
    if (!name.startsWith("access-control-")) headers.set(name, value);
  }
  return headers;
}
