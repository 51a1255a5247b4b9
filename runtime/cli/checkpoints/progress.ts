import type { Progress } from "../../checkpoints/mod.ts";
import type { Shell } from "../shell.ts";

/** How long work is told: a bar on a terminal, a line now and then elsewhere, events with `--ndjson`, nothing with `--json`. */
export interface ProgressTeller {
  readonly onProgress: Progress;
  /** Resolves when everything is told. */
  end(): Promise<void>;
}

export interface TellOptions {
  readonly ndjson?: true;
}

/** Between two lines or events; a bar is drawn as often as it likes. */
const EVERY_MS = 1000;

export function tellProgress(shell: Shell, what: string, { ndjson }: TellOptions): ProgressTeller {
  const { host } = shell;
  if (ndjson) {
    return nowAndThen(shell, (done, total) => {
      return host.stdout.write(`${JSON.stringify({ event: "progress", what, done, total })}\n`);
    });
  }
  if (shell.json) return { onProgress: () => {}, end: async () => {} };
  if (host.stderr.isTerminal && host.progress !== undefined) return bar(host.progress(what));
  return nowAndThen(shell, (done, total) => shell.say(`${what}: ${done} of ${total}`));
}

function bar(opened: Promise<{ to(share: number): void; end(): void }>): ProgressTeller {
  let shown: { to(share: number): void } | null = null;
  void opened.then((drawn) => {
    shown = drawn;
  });
  return {
    onProgress: (done, total) => shown?.to(done / total),
    end: async () => (await opened).end(),
  };
}

function nowAndThen({ host }: Shell, tell: (done: number, total: number) => Promise<void>): ProgressTeller {
  let last = host.clock.monotonicMs();
  let told: Promise<void> = Promise.resolve();
  return {
    onProgress(done, total) {
      const now = host.clock.monotonicMs();
      if (now - last < EVERY_MS) return;
      last = now;
      told = told.then(() => tell(done, total));
    },
    end: () => told,
  };
}

/** The answer at the end: an event of its own, one JSON document, or text. */
export async function tellReport(shell: Shell, report: object, text: string, { ndjson }: TellOptions): Promise<void> {
  if (ndjson) await shell.host.stdout.write(`${JSON.stringify({ event: "result", ...report })}\n`);
  else if (shell.json) await shell.printJson(report);
  else await shell.print(text);
}
