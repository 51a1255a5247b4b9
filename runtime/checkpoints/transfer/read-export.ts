import type { Hash } from "../../ports/mod.ts";
import { type BodyLine, bodyLine, Chain, headerLine, VERSION } from "./format.ts";
import { damagedAt, ImportError } from "./import-error.ts";

const LINE_FEED = 0x0a;

/** A line of an export is never longer: a part of a content in base64, and a little. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * The lines of an export after its header, each checked; the last one only when the digest over all of them is right.
 *
 * @throws ImportError, naming the line.
 */
export async function* readExport(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<BodyLine> {
  const chain = new Chain(hash);
  let number = 0;
  let ended = false;
  for await (const bytes of linesOf(chunks)) {
    number += 1;
    if (ended) throw damagedAt(number, "something follows the end");
    const value = parsed(bytes, number);
    if (number === 1) {
      checkHeader(value);
      chain.add(bytes);
      continue;
    }
    const line = bodyLine.safeParse(value);
    if (!line.success) throw damagedAt(number, line.error.issues[0]?.message ?? "it is not of the format");
    if ("end" in line.data) {
      const { lines, chain: digest } = chain.end;
      if (line.data.end.lines !== lines || line.data.end.chain !== digest)
        throw damagedAt(number, "the digest is another one");
      ended = true;
    } else chain.add(bytes);
    yield line.data;
  }
  if (!ended) throw damagedAt(number + 1, "the file is cut off");
}

function checkHeader(value: unknown): void {
  const header = headerLine.safeParse(value);
  if (!header.success) throw new ImportError("unrecoverable", "this is no export of checkpoints; nothing was changed");
  if (header.data.version <= VERSION) return;
  const known = `this program knows up to ${VERSION}`;
  throw new ImportError("unavailable", `the export has version ${header.data.version}, ${known}; use a newer mortise`);
}

function parsed(bytes: Uint8Array, line: number): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw damagedAt(line, "it is not JSON in UTF-8");
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield joined([...parts, chunk.subarray(start, end)]);
      [parts, size, start] = [[], 0, end + 1];
    }
    if (start === chunk.length) continue;
    parts.push(chunk.slice(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES)
      throw new ImportError("unrecoverable", "this is no export of checkpoints; nothing was changed");
  }
  if (size > 0) yield joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
