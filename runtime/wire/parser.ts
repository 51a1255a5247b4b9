import { FORMATS } from "./formats/registry.ts";
import type { Message } from "./message.ts";
import { MessageReader } from "./message-reader.ts";
import { toolTable } from "./tool-table.ts";
import type { WireEvent, WireOptions, WireResult } from "./types.ts";

export interface WireParser {
  /** After a cut nothing is taken any more. */
  readonly isCut: boolean;
  readonly cutAt: number | null;
  /** Offset up to which the meaning of the text is settled; nothing before it can be cut any more. */
  readonly settledTo: number;
  push(chunk: string): readonly WireEvent[];
  end(): readonly WireEvent[];
  /** What the text held; complete after `end`, or after a cut. */
  result(): WireResult;
  /** Characters looked at so far, each time they were. */
  readonly work: number;
}

const NO_EVENTS: readonly WireEvent[] = [];

export interface ParserOptions extends WireOptions {
  /** False: no events for prose, and none of it in the result. */
  readonly keepsProse?: boolean | undefined;
}

export function createWireParser({ tools, formats, keepsProse = true }: ParserOptions): WireParser {
  const wanted = formats === undefined ? FORMATS : FORMATS.filter(({ name }) => formats.includes(name));
  return new IncrementalParser(new MessageReader(toolTable(tools), wanted, keepsProse));
}

class IncrementalParser implements WireParser {
  readonly #reader: MessageReader;
  readonly #message: Message;
  readonly #run: Generator<void, void, void>;
  #isDone = false;

  constructor(reader: MessageReader) {
    this.#reader = reader;
    this.#message = reader.message;
    this.#run = reader.run();
  }

  get isCut(): boolean {
    return this.#message.cutAt !== null;
  }

  get cutAt(): number | null {
    return this.#message.cutAt;
  }

  get work(): number {
    return this.#message.cursor.work;
  }

  get settledTo(): number {
    const { openFrom, cursor } = this.#message;
    return openFrom ?? cursor.offset;
  }

  push(chunk: string): readonly WireEvent[] {
    if (this.#isDone || chunk === "") return NO_EVENTS;
    if (this.#reader.take(chunk)) this.#step();
    return this.#events();
  }

  end(): readonly WireEvent[] {
    if (this.#isDone) return NO_EVENTS;
    this.#message.cursor.finish();
    this.#step();
    if (!this.#isDone) throw new Error("the reader asked for text after its end");
    return this.#events();
  }

  result(): WireResult {
    const { calls, errors, sink, cutAt } = this.#message;
    const [first] = calls;
    const contentBefore = sink.before(first?.start ?? Number.POSITIVE_INFINITY);
    const content = first === undefined ? contentBefore : sink.before(Number.POSITIVE_INFINITY);
    return { calls, contentBefore, content, cutAt, error: errors[0] ?? null };
  }

  #events(): readonly WireEvent[] {
    const { sink } = this.#message;
    return sink.hasEvents ? sink.takeEvents() : NO_EVENTS;
  }

  #step(): void {
    const { cursor } = this.#message;
    cursor.wake = null;
    cursor.nap = null;
    this.#isDone = this.#run.next().done === true;
  }
}
