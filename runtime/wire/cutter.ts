import type { WireOptions } from "./types.ts";

export interface CutChunk {
  readonly text: string;
  readonly cut: boolean;
}

export interface ResultCutter {
  push(chunk: string): CutChunk;
  end(): CutChunk;
}

export interface CutOptions extends WireOptions {
  /** Called once, at a cut: ends the request, so that the server stops generating. */
  readonly abort?: (() => void) | undefined;
}

export function createResultCutter(_options: WireOptions): ResultCutter {
  throw new Error("createResultCutter is not written yet");
}

export async function* cutFabricatedResults(
  chunks: AsyncIterable<string>,
  { abort, ...options }: CutOptions,
): AsyncGenerator<string> {
  const cutter = createResultCutter(options);
  for await (const chunk of chunks) {
    const kept = cutter.push(chunk);
    if (kept.text !== "") yield kept.text;
    if (!kept.cut) continue;
    abort?.();
    return;
  }
  const rest = cutter.end();
  if (rest.text !== "") yield rest.text;
}
