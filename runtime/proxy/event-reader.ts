import { networkFailure, UpstreamFailure } from "./failure.ts";

/** Far above any event that is meant; a stream without line ends must not fill the memory. */
const MAX_EVENT_UNITS = 8 * 1024 * 1024;

/** The `data` of server-sent events, as they arrive; comments and other fields are passed over. Lines end in LF or CRLF. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** The begun line, in pieces, so that a long one is joined once. */
  #line: string[] = [];
  #lineUnits = 0;
  #data: string[] = [];
  #dataUnits = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /**
   * The events that became complete with the next bytes, one at least; null at the end of the stream, where a begun event
   * is dropped.
   *
   * @throws UpstreamFailure when the stream breaks off or is not UTF-8.
   */
  async next(): Promise<readonly string[] | null> {
    for (;;) {
      const { done, value } = await this.#read();
      if (done) return null;
      const events = this.#take(this.#decoded(value));
      if (events.length > 0) return events;
    }
  }

  async #read() {
    try {
      return await this.#reader.read();
    } catch (error) {
      throw networkFailure(error, "broken_off");
    }
  }

  #decoded(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: true });
    } catch (error) {
      throw new UpstreamFailure("not_utf8", "the upstream sent bytes that are no UTF-8", {
        isTransient: false,
        cause: error,
      });
    }
  }

  #take(text: string): string[] {
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#line.push(text.slice(start, end));
      const event = this.#takeLine(this.#line.length === 1 ? (this.#line[0] ?? "") : this.#line.join(""));
      if (event !== null) events.push(event);
      this.#line = [];
      this.#lineUnits = 0;
      start = end + 1;
    }
    if (start < text.length) this.#line.push(text.slice(start));
    this.#lineUnits += text.length - start;
    if (this.#lineUnits + this.#dataUnits > MAX_EVENT_UNITS) {
      throw new UpstreamFailure("broken_off", `an event of the upstream is over ${MAX_EVENT_UNITS} characters`, {
        isTransient: false,
      });
    }
    return events;
  }

  /** An empty line ends an event. */
  #takeLine(raw: string): string | null {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.startsWith("data:")) {
      const value = line.slice(line[5] === " " ? 6 : 5);
      this.#data.push(value);
      this.#dataUnits += value.length;
      return null;
    }
    if (line !== "" || this.#data.length === 0) return null;
    const event = this.#data.length === 1 ? (this.#data[0] ?? "") : this.#data.join("\n");
    this.#data = [];
    this.#dataUnits = 0;
    return event;
  }
}
