import type { EngineWorker } from "./client.ts";
import type { EngineReply } from "./messages.ts";

/**
 * Starts a worker at once, for the first that asks for one; those after it get others. Unasked, a worker says only that it
 * is ready: that word is kept until somebody listens.
 */
export function startEarly(spawn: () => EngineWorker): () => EngineWorker {
  let early: EngineWorker | null = spawn();
  let ready: MessageEvent<EngineReply> | null = null;
  early.addEventListener("message", (event) => {
    ready ??= event;
  });
  return () => {
    const worker = early ?? spawn();
    const said = early === null ? null : ready;
    early = null;
    if (said === null) return worker;
    return {
      postMessage: (message) => worker.postMessage(message),
      terminate: () => worker.terminate(),
      addEventListener(type: "message" | "error", listener: (event: MessageEvent<EngineReply>) => void) {
        worker.addEventListener(type as "message", listener);
        if (type === "message") queueMicrotask(() => listener(said));
      },
    };
  };
}
