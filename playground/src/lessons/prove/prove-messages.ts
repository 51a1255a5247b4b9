/** What the page asks its worker: each property on so many random values. */
export interface ProveRequest {
  readonly ids: readonly string[];
  readonly runs: number;
  readonly seed: number;
}

interface About {
  readonly id: string;
  readonly title: string;
  /** Values on which it held so far. */
  readonly runs: number;
}

export type ProveReply =
  | { readonly kind: "ready" }
  | ({ readonly kind: "progress" } & About)
  | ({ readonly kind: "failed"; readonly error: string; readonly key: string | null } & About)
  | { readonly kind: "held" }
  | { readonly kind: "fault"; readonly message: string };
