import type { FileSystem, Grammars, HostCheckers } from "../ports/mod.ts";
import type { SyntaxRequest, SyntaxVerdict } from "../syntax/mod.ts";

export type Severity = "error" | "warning";

/** What a checker says of one text. */
export interface CheckerFinding {
  readonly severity: Severity;
  /** A rule's name, or the kind of error ("SyntaxError"). */
  readonly code: string;
  readonly message: string;
  /** From 1; left out when the checker names none. */
  readonly line?: number;
  /** The line of what is to blame, from 1, where the checker met the fault only at the end of the text. */
  readonly cause?: number;
  /** What is compared instead of the message, where that quotes pieces of the text. */
  readonly key?: string;
  /** Relative path of another file that the finding is in. */
  readonly path?: string;
  /** The checker went no further, so what else is wrong with the text is not known. */
  readonly blocks?: true;
}

/** One checker at work on one file: the texts before and after go through it in the same way. */
export type Judge = (text: string) => Promise<readonly CheckerFinding[] | null>;

/** What is checked. */
export interface Subject {
  /** Absolute. */
  readonly path: string;
  /** The folder above which no configuration is looked for; absolute, an ancestor of `path`. */
  readonly root: string;
  /** The text before the change; null when there was none that can be read. */
  readonly before: string | null;
  readonly after: string;
}

/** All that checkers read from a tree: the project's configuration. */
export type ConfigFiles = Pick<FileSystem, "readFile" | "stat">;

/** What the checkers work with. */
export interface CheckerTools {
  readonly fs: ConfigFiles;
  /** null on a host that carries none. */
  readonly grammars: Grammars | null;
  /** null on a host without processes: memory trees, pages. */
  readonly checkers: HostCheckers | null;
  readonly syntax: { check(request: SyntaxRequest): Promise<SyntaxVerdict> };
  readonly settings: CheckerSettings;
}

export interface CheckerSettings {
  readonly typescript: "off" | "syntax" | "project";
}

/** The time and the caller's patience; both may end. */
export interface Budget {
  /** Milliseconds that are left; 0 when it is over. */
  left(): number;
  /** For what is loaded once and then there for every file: its time is not the file's, up to half a minute. One at a time. */
  load<Value>(task: () => Promise<Value>): Promise<Value>;
  readonly signal: AbortSignal;
}

export interface Checker {
  /** As `checker` names it. */
  readonly name: string;
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** What must be there beside the core. */
  readonly needs: "nothing" | "grammars" | "a program in PATH" | "a worker";
  /** What it sees, in words for the documents. */
  readonly finds: string;
  /** Findings are those of the whole project. */
  readonly scope?: "project";
  /** Left out: always. */
  isOn?(settings: CheckerSettings): boolean;
  /**
   * Gets ready for one file. "missing": this host does not have it, and the next checker of the extension is asked;
   * "not_configured": so too, since it can't follow the project's configuration, and the answer says so; "excluded": that
   * configuration leaves the file out. A judge's null, and whatever either throws, means that no statement is made.
   */
  open(
    subject: Subject,
    tools: CheckerTools,
    budget: Budget,
  ): Promise<Judge | "missing" | "not_configured" | "excluded">;
}

/** A finding as it is reported. */
export interface Finding {
  readonly severity: Severity;
  /** At most 32 characters. */
  readonly code: string;
  readonly line?: number;
  /** On one line, at most 200 characters. */
  readonly message: string;
  readonly path?: string;
}

/** What a write reports, when a checker ran: the findings that were not there before. */
export interface DiagnosticsBlock {
  readonly checker: string;
  /** Errors first, then by line; at most 10. */
  readonly findings: Finding[];
  /** How many there are, also of those that were cut. */
  readonly new_count: number;
  readonly truncated?: true;
  /** There was no text before, so these are all findings of the file. */
  readonly baseline?: "unavailable";
  readonly scope?: "project";
  /** The project's configuration could not be followed: another checker looked, which has none. */
  readonly configuration?: "not_applied";
}

/** Why nothing is said. */
export const UNCHECKED_REASONS = {
  no_checker: "there is no checker for this kind of file",
  missing: "its checker is not installed",
  excluded: "the project's configuration leaves the file out",
  too_large: "the text is over the 2,000,000 characters that are checked",
  timed_out: "the checker took longer than coding.diagnostics_timeout",
  cancelled: "the call was cancelled",
  unjudged: "the checker can make no statement about this text",
  failed: "the checker failed",
} as const;

export type Unchecked = keyof typeof UNCHECKED_REASONS;

export type Diagnosis =
  | {
      readonly kind: "checked";
      readonly block: DiagnosticsBlock;
      /** All findings, for those who show both sides; `before` is null without a text before. */
      readonly before: readonly CheckerFinding[] | null;
      readonly after: readonly CheckerFinding[];
    }
  | { readonly kind: "unchecked"; readonly reason: Unchecked };
