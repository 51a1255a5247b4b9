import { isRecord } from "../../schema.ts";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
  type Transport,
} from "./sdk.ts";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Messages one a line, as over stdio. */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #write: (line: string) => Promise<void>;
  /** Requests that have no answer yet. */
  readonly #open = new Set<RequestId>();
  #tellAnswered: (() => void) | undefined;
  #takesMore = true;

  constructor(write: (line: string) => Promise<void>) {
    this.#write = write;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#write(`${JSON.stringify(message)}\n`);
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#close(message.id);
    }
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /**
   * A line that is no message is told to `onerror`, and to the client when it names a request or is not even JSON.
   */
  async receive(line: string): Promise<void> {
    if (!this.#takesMore) return;
    const value = parsed(line);
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) return this.#hand(message.data);
    if (value === undefined) return this.refuseUnreadable("a line is not JSON");
    this.onerror?.(new Error("a line is no JSON-RPC message"));
    const id = isRecord(value) ? value.id : undefined;
    if (typeof id !== "string" && typeof id !== "number") return;
    const error = { code: INVALID_REQUEST, message: "this is no JSON-RPC 2.0 message" };
    await this.send({ jsonrpc: "2.0", id, error });
  }

  /** Answers a line that cannot be read, so that a client which waits for it is not left waiting. */
  async refuseUnreadable(reason: string): Promise<void> {
    if (!this.#takesMore) return;
    this.onerror?.(new Error(reason));
    const error = { code: PARSE_ERROR, message: `${reason}; send one JSON-RPC message a line, in UTF-8` };
    await this.#write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
  }

  /** Lines that still arrive are ignored from here on. */
  takeNoMore(): void {
    this.#takesMore = false;
  }

  /** Resolves when every request received so far is answered or was called off. */
  answered(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#tellAnswered = resolve;
    });
  }

  #hand(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#open.add(message.id);
    this.onmessage?.(message);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const id = message.params?.requestId;
      if (typeof id === "string" || typeof id === "number") this.#close(id);
    }
  }

  #close(id: RequestId | undefined): void {
    if (id !== undefined) this.#open.delete(id);
    if (this.#open.size === 0) this.#tellAnswered?.();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
