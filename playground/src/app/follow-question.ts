import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { PlaygroundDocument } from "../document/mod.ts";
import type { InputOf, OperationName, OutputOf } from "../engine/operations/registry.ts";
import type { Workbench } from "./workbench.ts";

/** A question that is put again whenever what it asks about changes. */
export interface FollowedQuestion<Output> {
  /** The last answer; it stays until the next one is there. */
  readonly answer: ReadonlySignal<Output | null>;
  /** The answer belongs to what is asked now; also when nothing is asked. */
  readonly isSettled: ReadonlySignal<boolean>;
  /** Asks as long as it is not ended. */
  follow(bench: Workbench): () => void;
}

type AskedOf<Name extends OperationName> = InputOf<Name> & {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
};

/** @param question Reads signals; `null`: there is nothing to ask now. */
export function followQuestion<Name extends OperationName>(
  name: Name,
  question: (bench: Workbench) => AskedOf<Name> | null,
): FollowedQuestion<OutputOf<Name>> {
  const answer = signal<OutputOf<Name> | null>(null);
  const isSettled = signal(true);
  return {
    answer,
    isSettled,
    follow(bench) {
      let last: AskedOf<Name> | null = null;
      let isEnded = false;
      const ask = async (wanted: AskedOf<Name>): Promise<void> => {
        const reply = await bench.engine.ask(name, name, wanted);
        if (isEnded || reply.kind === "superseded" || last === null || !isSame(wanted, last)) return;
        batch(() => {
          isSettled.value = true;
          if (reply.kind === "answer") answer.value = reply.output;
          else {
            const what =
              reply.kind === "timed_out" ? "took too long and was started again" : `failed: ${reply.message}`;
            bench.notice.value = { tone: "bad", sentence: `The engine ${what}. Change something to try again.` };
          }
        });
      };
      const stop = effect(() => {
        const wanted = question(bench);
        if (wanted !== null && last !== null && isSame(wanted, last)) return;
        last = wanted;
        isSettled.value = wanted === null;
        if (wanted === null) answer.value = null;
        else void ask(wanted);
      });
      return () => {
        isEnded = true;
        stop();
        answer.value = null;
        isSettled.value = true;
      };
    },
  };
}

type Asked = { readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events"> };

function isSame(a: Asked, b: Asked): boolean {
  const { document: ofA, ...restA } = a;
  const { document: ofB, ...restB } = b;
  const sameTree = ofA.files === ofB.files && ofA.events === ofB.events;
  return sameTree && JSON.stringify([ofA.settings, restA]) === JSON.stringify([ofB.settings, restB]);
}
