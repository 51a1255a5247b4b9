import "./worker-globals.ts";
import { FoldCache } from "./fold-cache.ts";
import type { EngineReply, EngineRequest } from "./messages.ts";
import type { Operation } from "./operations/operation.ts";
import { OPERATIONS } from "./operations/registry.ts";

const context = { folds: new FoldCache() };

/** One after the other: a state must not change while it is asked about. */
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<EngineRequest>) => {
  last = last.then(() => answer(data));
});
reply({ kind: "ready" });

async function answer({ run, name, input }: EngineRequest): Promise<void> {
  // Name and input are tied together where the page asks.
  const operation = OPERATIONS[name] as Operation<unknown, never>;
  try {
    reply({ kind: "answer", run, output: await operation(input, context) });
  } catch (error) {
    reply({ kind: "fault", run, message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: EngineReply): void {
  postMessage(message);
}
