export interface ProjectCheckRequest {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path of the folder above which no project is looked for. */
  readonly root: string;
  /** The text before the change; null when there was none. */
  readonly before: string | null;
  readonly after: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProjectFinding {
  /** Such as 2322. */
  readonly code: number;
  readonly message: string;
  /** Of the file the finding is in, absolute; it may be one that imports the changed file. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

export interface ProjectFindings {
  /** null when there was no text before. */
  readonly before: readonly ProjectFinding[] | null;
  readonly after: readonly ProjectFinding[];
}

/**
 * Type errors of a file, and of the files that import it, as its TypeScript project sees them: errors with the one text
 * in place, and with the other. The files of the project are read from the disk, and none is written.
 */
export interface TypescriptProjects {
  /** null: no tsconfig.json includes the file, or the answer was not there in time; work on it goes on for later calls. */
  check(request: ProjectCheckRequest): Promise<ProjectFindings | null>;
}
