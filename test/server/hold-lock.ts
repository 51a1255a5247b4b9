import type { Runtime } from "../../runtime/runtime.ts";

/** Holds the lock of a path, as a slow write of it would; the answer releases it and resolves when it is free. */
export function holdLock(runtime: Runtime, path: string): () => Promise<void> {
  let release = () => {};
  const held = runtime.contextFor({ surface: "http" }).locks.withFiles([path], () => {
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  return async () => {
    release();
    await held;
  };
}
