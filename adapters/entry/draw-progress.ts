import process from "node:process";
import type { ProgressBar } from "../../runtime/ports/mod.ts";

/** On stderr, so that stdout carries data alone. The library loads only when a bar is drawn. */
export async function drawProgress(title: string): Promise<ProgressBar> {
  const { progress } = await import("@clack/prompts");
  const drawn = progress({ max: STEPS, output: process.stderr });
  drawn.start(title);
  let at = 0;
  return {
    to(share) {
      const step = Math.floor(share * STEPS);
      if (step > at) drawn.advance(step - at);
      at = Math.max(at, step);
    },
    end: () => drawn.stop(title),
  };
}

const STEPS = 100;
