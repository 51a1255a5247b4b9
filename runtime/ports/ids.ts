/** Random identifiers. */
export interface Ids {
  /** `bytes` random bytes as lower-case hex; 128 bits or more are unguessable. */
  hex(bytes: number): string;
}
