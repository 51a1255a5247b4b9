import { zipSync } from "fflate";
import type { Workbench } from "../app/mod.ts";

/** The tree at the playhead, byte for byte. */
export function zipFiles(bench: Workbench): Uint8Array<ArrayBuffer> {
  const { files, playhead } = bench.document.peek();
  const paths = bench.frame.peek()?.files.map(({ path }) => path) ?? files.map(({ path }) => path);
  const entries = paths.map((path): [string, Uint8Array] => [
    path,
    bench.contentAt(path, playhead) ?? new Uint8Array(),
  ]);
  return zipSync(Object.fromEntries(entries));
}
