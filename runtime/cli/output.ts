import type { Host } from "../ports/mod.ts";

/** Stdout takes no more: a full disk, a closed pipe. `cause` is the host's own error. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/**
 * The host with a stdout whose failures can be told from all others, and a stderr that never fails: what is said there
 * stands beside the outcome and must not change it.
 */
export function withGuardedOutput(host: Host): Host {
  const { stdout, stderr } = host;
  return {
    ...host,
    stdout: {
      isTerminal: stdout.isTerminal,
      async write(text) {
        try {
          await stdout.write(text);
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new OutputError(`the output could not be written: ${why}`, { cause });
        }
      },
    },
    stderr: { isTerminal: stderr.isTerminal, write: (text) => stderr.write(text).catch(() => {}) },
  };
}
