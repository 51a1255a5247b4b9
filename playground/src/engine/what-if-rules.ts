import { FileStateTracker, type Fingerprint, type Judgement } from "../../../runtime/file-state/mod.ts";
import { KeyedLocks } from "../../../runtime/locks.ts";

/** Rules of the server that a page can switch off, to show what they are for. */
export interface WhatIfRules {
  /** Files are told apart by time and size alone. */
  readonly timesOnly?: boolean;
  /** Two calls on one file run at the same time. */
  readonly noLock?: boolean;
}

/** Nobody waits for anybody. */
export class NoLocks extends KeyedLocks {
  override async withLock<T>(_keys: string | readonly string[], task: () => Promise<T>): Promise<T> {
    return task();
  }
}

/** Judges every file as the core judges one that is too large to be hashed. */
export class TimesOnlyTracker extends FileStateTracker {
  override judge(sessionId: string, path: string, current: Fingerprint | null): Judgement {
    return super.judge(sessionId, path, current === null ? null : { ...current, contentHash: null });
  }
}
