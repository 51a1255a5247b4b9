/** A call as it leaves the command line. */
export interface OutgoingCall {
  readonly tool: string;
  readonly args: unknown;
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
}

export interface CallAnswer {
  /** The HTTP status, also where no HTTP was spoken. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where calls go: tools in this process, or a running server. */
export interface ToolDoor {
  call(call: OutgoingCall): Promise<CallAnswer>;
  close(): Promise<void>;
}
