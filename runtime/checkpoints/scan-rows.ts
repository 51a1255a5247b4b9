import type { CheckpointIndex, ScannedRow } from "../ports/mod.ts";

const PAGE = 1000;

/** Every row in the order they were appended, a page at a time, so that memory stays small and other work goes on. */
export async function* scanRows(index: Pick<CheckpointIndex, "scan">): AsyncGenerator<ScannedRow> {
  for (let position: number | null = null; ; ) {
    const page = await index.scan(position, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    position = last.position;
  }
}
