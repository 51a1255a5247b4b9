import type { Host } from "../ports/mod.ts";
import type { ToolFailure } from "../tools/mod.ts";
import { failureBody } from "./cli-error.ts";
import { type InputLine, readLines } from "./lines.ts";

/**
 * One JSON value a line in, one a line out, strictly in order. Blank lines are passed over.
 *
 * @returns The exit code: 0, or 2 when some line was not valid JSON (it has been answered by `onBadLine`).
 */
export async function answerLines(
  host: Host,
  onRecord: (record: unknown) => object | Promise<object>,
  onBadLine: (failure: ToolFailure) => object,
): Promise<number> {
  let exitCode = 0;
  let number = 0;
  for await (const line of readLines(host.stdin.chunks())) {
    number += 1;
    if (line.kind === "line" && line.text.trim() === "") continue;
    const parsed = parseLine(line, number);
    if (parsed.kind === "bad") exitCode = 2;
    const answer = parsed.kind === "bad" ? onBadLine(parsed.failure) : await onRecord(parsed.record);
    await host.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  return exitCode;
}

type ParsedLine = { kind: "record"; record: unknown } | { kind: "bad"; failure: ToolFailure };

function parseLine(line: InputLine, number: number): ParsedLine {
  const bad = (why: string): ParsedLine => ({
    kind: "bad",
    failure: failureBody("bad_json", `line ${number}: ${why}; nothing was run for it`),
  });
  if (line.kind === "unusable") return bad(line.reason);
  try {
    return { kind: "record", record: JSON.parse(line.text) };
  } catch (error) {
    return bad(error instanceof Error ? `not valid JSON: ${error.message}` : "not valid JSON");
  }
}
