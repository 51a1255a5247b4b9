import type { Clock, Ids } from "../ports/mod.ts";
import type { Counters } from "./counters.ts";
import { isTransientStatus, networkFailure, UpstreamFailure } from "./failure.ts";
import { headersForUpstream } from "./headers.ts";
import { retryAfterMs } from "./retry-after.ts";
import { RetryPlan } from "./retry-plan.ts";
import { type Upstream, urlAt } from "./upstream.ts";

/** What all requests of one proxy share. */
export interface Endpoint {
  readonly upstream: Upstream;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly counters: Counters;
  /** Resolves after `ms`, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly say: (message: string) => void;
  /** Told of faults of the proxy itself. */
  readonly onFault: (error: unknown) => void;
  /** Whether it has answered once since the start: until then failures are taken for its warming up. */
  isWarm: boolean;
}

/** A client's request on its way to the upstream, as often as needed. */
export class Exchange {
  readonly #endpoint: Endpoint;
  readonly #client: Request;
  readonly #path: string;
  readonly #body: Uint8Array<ArrayBuffer> | null;
  readonly #plan = new RetryPlan();
  #attempt = new AbortController();
  #begunMs = 0;

  /** @param body Null when the request has none. */
  constructor(endpoint: Endpoint, client: Request, path: string, body: Uint8Array<ArrayBuffer> | null) {
    this.#endpoint = endpoint;
    this.#client = client;
    this.#path = path;
    this.#body = body;
    client.signal.addEventListener("abort", () => this.abort());
  }

  get retries(): number {
    return this.#plan.retries;
  }

  get clientIsGone(): boolean {
    return this.#client.signal.aborted;
  }

  /** Ends the attempt under way, so that the upstream stops working for it. */
  abort(): void {
    this.#attempt.abort();
  }

  /**
   * Sends the request once.
   *
   * @returns An answer that is the client's, whatever its status.
   * @throws UpstreamFailure
   */
  async send(): Promise<Response> {
    const { upstream, fetch, clock } = this.#endpoint;
    this.#attempt = new AbortController();
    if (this.clientIsGone) this.abort();
    this.#begunMs = clock.monotonicMs();
    const response = await this.#fetched(() =>
      fetch(urlAt(upstream, this.#path), {
        method: this.#client.method,
        headers: headersForUpstream(this.#client.headers),
        body: this.#body,
        signal: this.#attempt.signal,
        // Another place must not get the caller's key.
        redirect: "manual",
      }),
    );
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      const message = "the upstream sends requests elsewhere; start the proxy with the address it redirects to";
      throw new UpstreamFailure("redirect", message, { isTransient: false });
    }
    if (isTransientStatus(response.status)) throw await this.#failureOf(response);
    return response;
  }

  /** The upstream has begun to answer in earnest. */
  succeed(): void {
    this.#endpoint.isWarm = true;
  }

  /** Waits until the request is to be sent again. @throws What it was given, when it is not to be. */
  async again(failure: unknown): Promise<void> {
    this.abort();
    if (!(failure instanceof UpstreamFailure) || this.clientIsGone) throw failure;
    const { clock, ids, counters, wait, say, isWarm } = this.#endpoint;
    const attemptMs = clock.monotonicMs() - this.#begunMs;
    const chance = Number.parseInt(ids.hex(2), 16) / 65_536;
    const waitMs = this.#plan.next(failure, { attemptMs, isWarm, chance });
    if (waitMs === null) throw failure;
    counters.add("retries", failure.reason);
    say(`${failure.message}; asking again in ${waitMs / 1000} s`);
    await wait(waitMs, this.#client.signal);
    if (this.clientIsGone) throw failure;
  }

  async #fetched(send: () => Promise<Response>): Promise<Response> {
    try {
      return await send();
    } catch (error) {
      throw networkFailure(error, "unreachable");
    }
  }

  /** Bodies of errors are short; they are kept for the client. */
  async #failureOf(response: Response): Promise<UpstreamFailure> {
    const { status, headers } = response;
    const message = `the upstream answered ${status}`;
    const asked = retryAfterMs(headers, this.#endpoint.clock.now());
    try {
      const body = new Uint8Array(await response.arrayBuffer());
      return new UpstreamFailure("status", message, { answer: { status, headers, body }, retryAfterMs: asked });
    } catch (error) {
      return new UpstreamFailure("status", message, { retryAfterMs: asked, cause: error });
    }
  }
}
