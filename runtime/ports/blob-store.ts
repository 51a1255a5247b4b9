/** Contents by their sha256. Write-once: a name never changes its bytes. */
export interface BlobStore {
  /**
   * Durable once resolved. An existing blob of that name is trusted only after its bytes were hashed; a damaged one is
   * replaced. Storing again renews `storedAt`.
   */
  put(sha256: string, data: Uint8Array): Promise<void>;
  /** `put` for many, where `sync` follows: only then are they durable. */
  putUnsynced(sha256: string, data: Uint8Array): Promise<void>;
  sync(sha256s: readonly string[]): Promise<void>;
  /**
   * `null`: there is none. The bytes are as stored; the caller compares the hash. A StoreError "unrecoverable": something
   * else than a file stands there.
   */
  get(sha256: string): Promise<Uint8Array | null>;
  has(sha256: string): Promise<boolean>;
  /** Makes ahead what a first blob would have to wait for. Needed by nobody. */
  prepare(): Promise<void>;
  /** Only names of the right form (64 hex digits in their 2-hex folder); stray files are not listed. */
  list(): Promise<readonly StoredBlob[]>;
  /**
   * Deletes it, unless it was stored at `storedBefore` (ms since the epoch) or later, which is looked up right before:
   * it may have been stored again since it was listed. Answers whether one was deleted.
   */
  delete(sha256: string, options?: { storedBefore?: number }): Promise<boolean>;
}

export interface StoredBlob {
  readonly sha256: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}
