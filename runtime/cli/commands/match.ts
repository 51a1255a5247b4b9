import * as z from "zod";
import {
  applyEdit,
  editedFields,
  type MatchRefusal,
  type MatchStrategy,
  matchedLines,
  refusalFields,
  type TraceStep,
} from "../../edit/mod.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Hash } from "../../ports/mod.ts";
import { isRecord, parseArguments, wellFormedText } from "../../schema.ts";
import { decodeBase64, decodeText, encodeBase64, encodeText, unifiedDiff } from "../../text/mod.ts";

export const MATCH_DESCRIPTION =
  "Tries edits without touching a file: one JSON object per line in (content or content_base64, old_text, new_text), " +
  "one per line out, with the decision, the resulting content and what each strategy did.";

/** What matching needs from the host. `now` in milliseconds from any start: with it the time budget holds. */
export interface MatchDependencies {
  readonly hash: Hash;
  readonly now?: () => number;
}

/** Beside what is listed here, the fields of `editedFields` and `refusalFields`, which the edit tool has too. */
export type MatchAnswer = MatchLine & Partial<Omit<Fields, keyof MatchLine>>;
type Fields = ReturnType<typeof editedFields> & ReturnType<typeof refusalFields>;

/** One line of output. `content` or `content_base64`, as it came in: the text after the edit, unchanged on a refusal. */
interface MatchLine {
  /** As given; `null` when the line had none. */
  readonly id: string | number | null;
  readonly success: boolean;
  readonly content?: string;
  readonly content_base64?: string;
  /** `null` when no strategy found anything. */
  readonly match_strategy: MatchStrategy | null;
  /** 0 on a refusal. */
  readonly replacements: number;
  /** Also on a refusal: where the deciding strategy found something. */
  readonly matched_lines: readonly (readonly [number, number])[];
  readonly error_code?: ErrorCode;
  readonly error?: string;
  /** On success. */
  readonly diff?: string;
  readonly sha256_before?: string;
  readonly sha256_after?: string;
  readonly warning?: string;
  /** One step per strategy; empty when the line never came to matching. */
  readonly trace: readonly TraceStep[];
}

const matchArguments = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  content: wellFormedText.optional(),
  content_base64: z.string().optional(),
  old_text: wellFormedText,
  new_text: wellFormedText,
  replace_all: z.boolean().optional(),
  expected_replacements: z.int().min(0).optional(),
  max_content_lines: z.int().min(0).optional(),
  max_needle_lines: z.int().min(0).optional(),
});

type MatchArguments = z.output<typeof matchArguments>;

/** Answers one parsed line. A wrong record is an answer too. */
export function matchRecord(record: unknown, dependencies: MatchDependencies): MatchAnswer {
  const parsed = parseArguments("match", matchArguments, record);
  if (parsed.kind === "refused") return refused(idOf(record), parsed.errorCode, parsed.message);
  const { args } = parsed;
  const id = args.id ?? null;
  const source = readSource(args);
  if (source.kind === "refused") return { ...refused(id, source.errorCode, source.message), ...source.echo };
  return matchText(id, args, source, dependencies);
}

function matchText(
  id: MatchAnswer["id"],
  args: MatchArguments,
  source: SourceText,
  { hash, now }: MatchDependencies,
): MatchAnswer {
  const { old_text, new_text, replace_all, expected_replacements, max_content_lines, max_needle_lines } = args;
  const trace: TraceStep[] = [];
  const outcome = applyEdit(
    source.text,
    { command: "str_replace", old_text, new_text, replace_all, expected_replacements },
    { maxContentLines: max_content_lines, maxNeedleLines: max_needle_lines, now, onStep: (step) => trace.push(step) },
  );
  if (outcome.kind === "refused") return refusedAnswer(id, source, outcome, trace);
  const digest = (text: string) => hash.sha256(new TextEncoder().encode(text));
  return {
    id,
    success: true,
    ...source.write(outcome.content),
    ...editedFields(outcome),
    matched_lines: outcome.matchedLines,
    diff: unifiedDiff(source.text, outcome.content, { path: "content" }).text,
    sha256_before: digest(source.text),
    sha256_after: digest(outcome.content),
    ...(outcome.warning !== undefined && { warning: outcome.warning }),
    trace,
  };
}

function refusedAnswer(
  id: MatchAnswer["id"],
  source: SourceText,
  refusal: MatchRefusal,
  trace: readonly TraceStep[],
): MatchAnswer {
  return {
    id,
    success: false,
    ...source.write(source.text),
    ...refusalFields(refusal),
    match_strategy: refusal.strategy ?? null,
    replacements: 0,
    matched_lines: matchedLines(refusal.candidates ?? []),
    error_code: refusal.errorCode,
    error: refusal.message,
    trace,
  };
}

type Content = Pick<MatchAnswer, "content" | "content_base64">;

interface SourceText {
  readonly kind: "text";
  readonly text: string;
  /** Gives text back in the form it came in. */
  readonly write: (text: string) => Content;
}

interface SourceRefusal {
  readonly kind: "refused";
  readonly errorCode: ErrorCode;
  readonly message: string;
  readonly echo: Content;
}

function readSource({ content, content_base64 }: MatchArguments): SourceText | SourceRefusal {
  if (content !== undefined && content_base64 === undefined)
    return { kind: "text", text: content, write: (text) => ({ content: text }) };
  if (content !== undefined || content_base64 === undefined)
    return refusedSource("bad_argument", "send exactly one of content and content_base64", {});
  const bytes = decodeBase64(content_base64);
  if (bytes === null) return refusedSource("bad_argument", "content_base64 is not canonical base64", {});
  const decoded = decodeText(bytes);
  const echo = { content_base64 };
  switch (decoded.kind) {
    case "text":
      return { kind: "text", text: decoded.text, write: writeBase64 };
    case "binary":
      return refusedSource("binary", `the content is ${decoded.format}, which is no UTF-8 text`, echo);
    case "not_utf8":
      return refusedSource("not_utf8", `the content is not UTF-8 at byte ${decoded.offset}; convert it first`, echo);
  }
}

function writeBase64(text: string): Content {
  const encoded = encodeText(text);
  // The file was UTF-8, new_text is well-formed and no span parts a character, so this is a fault in the engine.
  if (encoded.kind !== "bytes") throw new Error(`the edited text holds half a surrogate pair at ${encoded.offset}`);
  return { content_base64: encodeBase64(encoded.bytes) };
}

function refusedSource(errorCode: ErrorCode, reason: string, echo: Content): SourceRefusal {
  return { kind: "refused", errorCode, message: `match: ${reason}`, echo };
}

function refused(id: MatchAnswer["id"], errorCode: ErrorCode, message: string): MatchAnswer {
  return {
    id,
    success: false,
    match_strategy: null,
    replacements: 0,
    matched_lines: [],
    error_code: errorCode,
    error: message,
    trace: [],
  };
}

/** A faulty line is answered under its id where it has a usable one. */
function idOf(record: unknown): MatchAnswer["id"] {
  const id = isRecord(record) ? record.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
