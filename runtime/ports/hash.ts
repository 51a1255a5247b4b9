/** Synchronous digests, lower-case hex. Synchronous because a check and the write it guards must not be parted. */
export interface Hash {
  sha256(data: Uint8Array): string;
  md5(data: Uint8Array): string;
}
