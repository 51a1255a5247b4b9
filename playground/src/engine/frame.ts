import type { Fingerprint, Observation, Verdict } from "../../../runtime/file-state/mod.ts";
import type { ToolResult } from "../../../runtime/tools/mod.ts";
import type { PlaygroundEvent } from "../document/mod.ts";

/** The state after one event; the first frame of a fold is the starting tree. */
export interface Frame {
  readonly event: PlaygroundEvent | null;
  /** Sorted by path. */
  readonly files: readonly FileFacts[];
  /** By session, then by path: what it saw of each file that exists or that it has seen, and what that is worth now. */
  readonly seen: Readonly<Record<string, Readonly<Record<string, SeenFile>>>>;
  /** What the tool answered, where the event is a call. */
  readonly answer: CallAnswer | null;
  /** Why the event could not happen, where it is no call: a sentence. */
  readonly trouble: string | null;
  /** Content that checkpoints keep. */
  readonly blobs: readonly StoredBlobFacts[];
}

export interface CallAnswer {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly session: string;
  readonly turn: string;
  /** HTTP status of the same answer. */
  readonly status: number;
  readonly result: ToolResult;
}

export interface FileFacts {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly sha256: string;
  /** "utf-8", or what kept it from being text. */
  readonly encoding: string;
  readonly bom: boolean;
  readonly lines: number;
  /** Which line ends it has: "LF", "CRLF", "CR", several joined by "+", or "none". */
  readonly lineEnds: string;
  readonly finalNewline: boolean;
}

export interface SeenFile {
  readonly verdict: Verdict;
  /** `null`: the session never saw it. */
  readonly observation: Observation | null;
  /** How the file looks now; `null`: there is none. */
  readonly current: Fingerprint | null;
  /** The field that tells the two apart, or vouches for them being the same; `null` where one of them is missing. */
  readonly decidedBy: keyof Fingerprint | null;
}

export interface StoredBlobFacts {
  readonly sha256: string;
  readonly size: number;
}
