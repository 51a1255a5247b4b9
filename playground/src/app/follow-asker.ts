import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { EngineAnswer } from "../engine/client.ts";
import type { Workbench } from "./workbench.ts";

/** A question to a worker that is put again whenever what it asks about changes. */
export interface FollowedAsker<Output> {
  /** The last answer; it stays until the next one is there. */
  readonly answer: ReadonlySignal<Output | null>;
  /** The answer belongs to what is asked now; also when nothing is asked. */
  readonly isSettled: ReadonlySignal<boolean>;
  /** Asks as long as it is not ended. */
  follow(bench: Workbench): () => void;
}

/** After the last key; the result before stays until the new one is there. */
const SETTLE_MS = 60;

interface AskerOptions<Input, Output> {
  /** Reads signals; `null`: there is nothing to ask now. */
  readonly question: (bench: Workbench) => Input | null;
  readonly ask: (input: Input) => Promise<EngineAnswer<Output>>;
  readonly isSame: (a: Input, b: Input) => boolean;
}

export function followAsker<Input, Output>(options: AskerOptions<Input, Output>): FollowedAsker<Output> {
  const answer = signal<Output | null>(null);
  const isSettled = signal(true);

  function follow(bench: Workbench): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: { readonly input: Input } | null = null;
    const ask = async (asked: { readonly input: Input }): Promise<void> => {
      const reply = await options.ask(asked.input);
      if (reply.kind === "superseded" || asked !== last) return;
      batch(() => {
        isSettled.value = true;
        if (reply.kind === "answer") answer.value = reply.output;
        else {
          const what = reply.kind === "timed_out" ? "took too long and was started again" : `failed: ${reply.message}`;
          bench.notice.value = { tone: "bad", sentence: `The worker ${what}. Change something to try again.` };
        }
      });
    };
    const stop = effect(() => {
      const input = options.question(bench);
      if (input !== null && last !== null && options.isSame(input, last.input)) return;
      clearTimeout(timer);
      if (input === null) {
        last = null;
        batch(() => {
          answer.value = null;
          isSettled.value = true;
        });
        return;
      }
      const asked = { input };
      last = asked;
      isSettled.value = false;
      timer = setTimeout(() => void ask(asked), answer.peek() === null ? 0 : SETTLE_MS);
    });
    return () => {
      last = null;
      clearTimeout(timer);
      stop();
      batch(() => {
        answer.value = null;
        isSettled.value = true;
      });
    };
  }
  return { answer, isSettled, follow };
}
