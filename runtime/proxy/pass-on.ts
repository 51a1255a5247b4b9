import { readBounded } from "../server/mod.ts";
import type { Endpoint } from "./exchange.ts";
import { Exchange } from "./exchange.ts";
import { headersForClient } from "./headers.ts";
import { refuse } from "./refusals.ts";
import { reportHeader } from "./report.ts";

/**
 * Any other request: there and back as it is. Only reading is tried again; whether something else took effect before it
 * failed cannot be known.
 */
export async function passOn(endpoint: Endpoint, request: Request, maxBodyBytes: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const mayRepeat = request.method === "GET" || request.method === "HEAD";
  const body = mayRepeat ? null : await readBounded(request, maxBodyBytes);
  if (body === "too_large") return refuse("too_large", `the body is over ${maxBodyBytes} bytes; nothing was sent`);
  if (body === "broken") return refuse("bad_argument", "the body ended early; nothing was sent");
  const exchange = new Exchange(endpoint, request, `${pathname.slice("/v1".length)}${search}`, body);
  for (;;) {
    try {
      const response = await exchange.send();
      if (response.ok) exchange.succeed();
      const headers = headersForClient(response.headers);
      headers.set("x-mortise", reportHeader("pass", exchange.retries));
      return new Response(response.body, { status: response.status, headers });
    } catch (error) {
      if (!mayRepeat) throw error;
      await exchange.again(error);
    }
  }
}
