import type { Property } from "../../../test/property/property.ts";
import type { RunWatch } from "../../../test/property/run-property.ts";
import type { FuzzReply, MetBucket } from "./messages.ts";

/** So long at most does the worker work before it looks at what it was sent. */
const BREATH_MS = 16;
/** So often does the page hear how far a law is. */
const TOLD_MS = 80;

/** Counts the values of one law as they go by, and lets the worker breathe. */
export class Tally implements RunWatch {
  readonly #law: Property<unknown>;
  readonly #send: (reply: FuzzReply) => void;
  readonly #begun = performance.now();
  readonly #met = new Map<string, MetBucket>();
  #runs = 0;
  #isRefuted = false;
  #breathed = this.#begun;
  #told = this.#begun;

  constructor(law: Property<unknown>, send: (reply: FuzzReply) => void) {
    this.#law = law;
    this.#send = send;
    this.tell();
  }

  tried(bucket: string | null): Promise<void> | undefined {
    if (bucket !== null) this.#count(bucket);
    else if (!this.#isRefuted) {
      // The value that failed is one of the run; those that follow are made from it.
      this.#isRefuted = true;
      this.#runs += 1;
    }
    const now = performance.now();
    if (now - this.#breathed < BREATH_MS) return undefined;
    if (now - this.#told >= TOLD_MS) this.tell();
    return nextTask().then(() => {
      this.#breathed = performance.now();
    });
  }

  tell(): void {
    this.#told = performance.now();
    const { id, title } = this.#law;
    this.#send({
      kind: "progress",
      id,
      title,
      runs: this.#runs,
      ms: this.#told - this.#begun,
      outcomes: Object.fromEntries(this.#met),
    });
  }

  #count(bucket: string): void {
    this.#runs += 1;
    const known = this.#met.get(bucket);
    this.#met.set(bucket, { count: (known?.count ?? 0) + 1, first: known?.first ?? this.#runs });
  }
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.addEventListener("message", () => waiting.shift()?.());
port1.start();

/** A timer would make each breath at least four milliseconds long. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
