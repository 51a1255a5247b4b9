import { splitLines } from "../text/mod.ts";
import { type ChangedRange, describeFault, type GrammarReading, readByGrammar } from "./checkers/grammar.ts";
import { hasJsonComments, jsonProblem } from "./checkers/json.ts";
import { lexicalProblem } from "./checkers/lexical.ts";
import { tomlProblem } from "./checkers/toml.ts";
import { typescriptProblem } from "./checkers/typescript.ts";
import { yamlProblem } from "./checkers/yaml.ts";
import { type Language, type LanguageName, languageOf } from "./languages.ts";
import { MAX_PARSED_LENGTH } from "./limits.ts";
import { isNestedTooDeep, isYamlNestedTooDeep } from "./nesting.ts";
import { parserFailureOf } from "./parser-failure.ts";
import type { Parsers } from "./parsers.ts";
import { positionAt } from "./position.ts";
import type { CheckKind, SyntaxProblem, SyntaxRequest, SyntaxVerdict } from "./types.ts";

export interface SyntaxDeps {
  readonly parsers: Parsers;
}

/**
 * Looks for the first syntax error of `after`. Correct code passes: a grammar alone refuses nothing but an edit that
 * broke what it could read before, and where no parser can judge, only brackets, quotes and comments count. Nor does a
 * parser that cannot be loaded or breaks down: the scan then decides, and the verdict says so.
 */
export async function checkSyntax(request: SyntaxRequest, deps: SyntaxDeps): Promise<SyntaxVerdict> {
  const language = languageOf(request.path, request.after);
  if (language === null) return { kind: "unchecked" };
  const texts = { ...request, after: withoutBom(request.after), before: request.before && withoutBom(request.before) };
  if (language.check === "lexical") return checkByScan(texts, language);
  if (texts.after.length > MAX_PARSED_LENGTH && language.check !== "json") return unparsed(texts, language, "too long");
  if (isTooDeep(texts.after, language)) return unparsed(texts, language, "nested too deep");
  try {
    return await (language.check === "grammar"
      ? checkByGrammar(texts, language, deps)
      : checkByParser(texts, language));
  } catch (error) {
    // Nested deeper than the parser's stack, in ways that brackets do not show.
    if (error instanceof RangeError && /stack/i.test(error.message))
      return unparsed(texts, language, "nested too deep");
    return { ...checkByScan(texts, language), parserFailure: parserFailureOf(language.name, error) };
  }
}

function isTooDeep(text: string, { check, lexical }: Named): boolean {
  // JavaScript engines read JSON without recursion.
  if (check === "json") return isNestedTooDeep(text) && !isJson(text);
  return check === "yaml" ? isYamlNestedTooDeep(text) : isNestedTooDeep(text, lexical);
}

function isParseable(text: string, language: Named): boolean {
  return (text.length <= MAX_PARSED_LENGTH || language.check === "json") && !isTooDeep(text, language);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A text that no parser is given: the scan decides where there is one, and otherwise the verdict says that nobody looked. */
function unparsed(texts: SyntaxRequest, language: Named, why: string): SyntaxVerdict {
  const verdict = checkByScan(texts, language.check === "json" ? { ...language, lexical: "javascript" } : language);
  // The scan takes an apostrophe between tags for a string.
  const isUnsure = verdict.kind === "invalid" && language.check === "typescript" && /<\/|\/>/.test(texts.after);
  if (verdict.kind !== "unchecked" && !isUnsure) return verdict;
  return {
    kind: "unchecked",
    parserFailure: `the text is ${why} for the parser of ${language.name}; nobody looked at it`,
  };
}

type Named = Language & { readonly name: LanguageName };

/** Offsets shift by one character, and only in line 1, where nobody counts the mark. */
function withoutBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

async function checkByParser({ path, before, after }: SyntaxRequest, language: Named): Promise<SyntaxVerdict> {
  const hasComments =
    language.check === "json" && before !== null && isParseable(before, language) && (await hasJsonComments(before));
  const problemOf = (text: string) => parserProblem(language, path, text, hasComments);
  const problem = await problemOf(after);
  if (problem === "unchecked") return { kind: "unchecked" };
  if (problem === null) return { kind: "ok", check: "parser" };
  const earlier = before === null || !isParseable(before, language) ? null : await problemOf(before);
  return invalid("parser", problem, earlier === "unchecked" ? null : earlier, before, after);
}

async function parserProblem(
  language: Named,
  path: string,
  text: string,
  hasComments: boolean,
): Promise<SyntaxProblem | null | "unchecked"> {
  if (language.check === "json") return jsonProblem(path, text, hasComments);
  if (language.check === "yaml") return yamlProblem(text);
  if (language.check === "toml") return tomlProblem(text);
  return typescriptProblem(path, text);
}

async function checkByGrammar(request: SyntaxRequest, language: Named, deps: SyntaxDeps): Promise<SyntaxVerdict> {
  const { before, after } = request;
  const { grammar, lexical, name } = language;
  if (grammar === undefined || lexical === undefined) return { kind: "unchecked" };
  const read = async (text: string): Promise<GrammarReading | null> =>
    isParseable(text, language) ? readByGrammar(deps.parsers, name, grammar, text) : null;
  const reading = await read(after);
  if (reading === null) return checkByScan(request, language);
  if (reading.faults.length === 0) {
    // What the grammar reads in other words, or at any indentation, the scan has to look at.
    const scanned = reading.text !== after || name === "python" ? checkByScan(request, language) : null;
    return scanned?.kind === "invalid" ? scanned : { kind: "ok", check: "parser" };
  }
  if (before === null || (await read(before))?.faults.length !== 0) return checkByScan(request, language);
  const scanned = lexicalProblem(before, lexical) === null ? lexicalProblem(after, lexical) : null;
  // Where the grammar knows what is missing, a wrong indentation is only what follows from it.
  const isPairing = scanned !== null && (scanned.opener !== undefined || scanned.expected === undefined);
  const problem = isPairing ? scanned : describeFault(after, reading, changedRange(before, after));
  return problem === null ? { kind: "ok", check: "parser" } : invalid("parser", problem, null, before, after);
}

function checkByScan({ before, after }: SyntaxRequest, { lexical }: Named): SyntaxVerdict {
  if (lexical === undefined) return { kind: "unchecked" };
  const problem = lexicalProblem(after, lexical);
  if (problem === null) return { kind: "ok", check: "lexical" };
  return invalid("lexical", problem, before === null ? null : lexicalProblem(before, lexical), before, after);
}

/** @param earlier What was wrong with the text before, and so perhaps the same fault. */
function invalid(
  check: CheckKind,
  problem: SyntaxProblem,
  earlier: SyntaxProblem | null,
  before: string | null,
  after: string,
): SyntaxVerdict {
  const isOld = earlier !== null && before !== null && isSameFault(problem, earlier, before, after);
  return { kind: "invalid", check, ...problem, ...(isOld && { preExisting: true }) };
}

/** Whether the edit left a fault where it was: in the same words, and in a place that the edit only moved. */
function isSameFault(problem: SyntaxProblem, earlier: SyntaxProblem, before: string, after: string): boolean {
  const key = ({ found, expected, opener, message }: SyntaxProblem) =>
    JSON.stringify([found, expected, opener?.text, message.replace(/\bline \d+/g, "")]);
  if (key(problem) !== key(earlier)) return false;
  const changed = changedRange(before, after);
  const moved = (at: number) =>
    at < changed.start ? at : at >= changed.end ? at - after.length + before.length : null;
  if (moved(offsetOf(after, problem)) !== offsetOf(before, earlier)) return false;
  if (problem.opener === undefined || earlier.opener === undefined) return true;
  const line = problem.opener.line;
  const first = positionAt(after, changed.start).line;
  const last = positionAt(after, changed.end).line;
  // Only the opener's line is known: one on a changed line may be the old one.
  if (line >= first && line <= last) return true;
  const added = positionAt(after, after.length).line - positionAt(before, before.length).line;
  return (line < first ? line : line - added) === earlier.opener.line;
}

function offsetOf(text: string, { line, column = 1 }: SyntaxProblem): number {
  return (splitLines(text)[line - 1]?.start ?? text.length) + column - 1;
}

/** The stretch of `after` between what it shares with `before` at its start and at its end. */
function changedRange(before: string, after: string): ChangedRange {
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < limit - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { start, end: after.length - tail };
}
