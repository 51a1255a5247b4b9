import { FORMATS } from "./formats/registry.ts";
import { MessageReader } from "./message-reader.ts";
import { toolTable } from "./tool-table.ts";
import type { WireEvent, WireOptions, WireResult } from "./types.ts";

export interface WireParser {
  /** After a cut nothing is taken any more. */
  readonly isCut: boolean;
  readonly cutAt: number | null;
  /** Offset up to which the meaning of the text is settled; nothing before it can be cut any more. */
  readonly settledTo: number;
  /** Everything so far is settled, and plain prose goes on. */
  readonly isIdle: boolean;
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
  readonly #run: Generator<void, void, void>;
  #isDone = false;

  constructor(reader: MessageReader) {
    this.#reader = reader;
    this.#run = reader.run();
  }

  get isCut(): boolean {
    return this.#reader.cutAt !== null;
  }

  get isIdle(): boolean {
    return this.#reader.isIdle;
  }

  get cutAt(): number | null {
    return this.#reader.cutAt;
  }

  get work(): number {
    return this.#reader.cursor.work;
  }

  get settledTo(): number {
    const { openFrom, cursor } = this.#reader;
    return openFrom ?? cursor.offset;
  }

  push(chunk: string): readonly WireEvent[] {
    if (this.#isDone || chunk === "") return NO_EVENTS;
    const reader = this.#reader;
    if (reader.takeQuietly(chunk)) return reader.sink.hasEvents ? reader.sink.takeEvents() : NO_EVENTS;
    reader.cursor.append(chunk);
    this.#step();
    return reader.sink.hasEvents ? reader.sink.takeEvents() : NO_EVENTS;
  }

  end(): readonly WireEvent[] {
    if (this.#isDone) return NO_EVENTS;
    this.#reader.cursor.isFinal = true;
    this.#step();
    if (!this.#isDone) throw new Error("the reader asked for text after its end");
    return this.#reader.sink.takeEvents();
  }

  result(): WireResult {
    const { calls, errors, sink, cutAt } = this.#reader;
    const [first] = calls;
    const contentBefore = sink.before(first?.start ?? Number.POSITIVE_INFINITY);
    const content = first === undefined ? contentBefore : sink.before(Number.POSITIVE_INFINITY);
    return { calls, contentBefore, content, cutAt, error: errors[0] ?? null };
  }

  #step(): void {
    this.#reader.cursor.waitsFor = null;
    this.#isDone = this.#run.next().done === true;
  }
}
