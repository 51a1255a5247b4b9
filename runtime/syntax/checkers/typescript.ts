import type ts from "typescript";
import { positionAt } from "../position.ts";
import type { SyntaxProblem } from "../types.ts";

const IS_SCRIPT = /\.(?:c|m)?jsx?$/i;

/** Files that may be sloppy scripts, where strict mode and the rules of modules do not hold. */
const IS_SLOPPY = /\.c?jsx?$/i;
/** Octal literals `010`, octal escapes, decimals such as `08`. */
const SLOPPY_CODES: ReadonlySet<number> = new Set([1121, 1487, 1488, 1489]);
const HTML_COMMENT = /<!--|^\s*-->/m;
const HTML_COMMENTS = /<!--|^[ \t]*-->/gm;

/** JavaScript's parser finds nothing wrong with Flow's annotations but a part of them. Its mark is in the first comment. */
function isFlow(text: string): boolean {
  const start = /^\s*(?:#![^\n]*\n\s*)?/.exec(text)?.[0].length ?? 0;
  const isBlock = text.startsWith("/*", start);
  if (!isBlock && !text.startsWith("//", start)) return false;
  const end = text.indexOf(isBlock ? "*/" : "\n", start + 2);
  if (end < 0 && isBlock) return false;
  return /@flow\b/.test(text.slice(start, end < 0 ? text.length : end));
}

/** @returns "unchecked" for Flow and TypeScript in a JavaScript file: other languages in files of the same name. */
export async function typescriptProblem(path: string, text: string): Promise<SyntaxProblem | null | "unchecked"> {
  const library = (await import("typescript")).default;
  const errorsOf = (content: string) => {
    const source = library.createSourceFile(path, content, library.ScriptTarget.Latest, false, kindOf(library, path));
    const found = parseDiagnostics(source);
    return IS_SLOPPY.test(path) ? found.filter(({ code }) => !SLOPPY_CODES.has(code)) : found;
  };
  const errors = errorsOf(text);
  if (errors.length > 0 && IS_SLOPPY.test(path) && HTML_COMMENT.test(text)) {
    if (errorsOf(text.replace(HTML_COMMENTS, (found) => found.replace(/<!|--(?=>)/, () => "//"))).length === 0)
      return null;
  }
  // An unclosed tag is reported after what it swallowed; the innermost is the one that was forgotten.
  const first = errors.findLast(({ code }) => code === UNCLOSED_TAG) ?? errors[0];
  if (first === undefined) return IS_SCRIPT.test(path) && holdsTypes(library, text, path) ? "unchecked" : null;
  if (IS_SCRIPT.test(path) && isFlow(text)) return "unchecked";
  return describe(library, text, first);
}

/** JavaScript's parser lets annotations of TypeScript pass, which no engine reads: such a text is not said to parse. */
function holdsTypes(library: typeof ts, text: string, path: string): boolean {
  const source = library.createSourceFile(path, text, library.ScriptTarget.Latest, false, kindOf(library, path));
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isTypeSyntax(library, node)) return true;
    library.forEachChild(node, (child) => {
      open.push(child);
    });
  }
  return false;
}

function isTypeSyntax(library: typeof ts, node: ts.Node): boolean {
  if (library.isExpressionWithTypeArguments(node)) return false;
  return (
    library.isTypeNode(node) ||
    library.isTypeParameterDeclaration(node) ||
    library.isInterfaceDeclaration(node) ||
    library.isTypeAliasDeclaration(node) ||
    library.isEnumDeclaration(node) ||
    library.isModuleDeclaration(node) ||
    library.isNonNullExpression(node)
  );
}

function kindOf(library: typeof ts, path: string): ts.ScriptKind {
  if (/\.tsx$/i.test(path)) return library.ScriptKind.TSX;
  return IS_SCRIPT.test(path) ? library.ScriptKind.JSX : library.ScriptKind.TS;
}

/** "JSX element '{0}' has no corresponding closing tag." */
const UNCLOSED_TAG = 17008;

interface ParseDiagnostic {
  readonly code: number;
  readonly start: number;
  readonly length: number;
  readonly messageText: string | ts.DiagnosticMessageChain;
  readonly relatedInformation?: readonly ts.DiagnosticRelatedInformation[];
}

/** Errors of the parser alone: a program's own list would need its files and options. The field is not in the types. */
function parseDiagnostics(source: ts.SourceFile): readonly ParseDiagnostic[] {
  const found: unknown = Reflect.get(source, "parseDiagnostics");
  if (!Array.isArray(found)) throw new Error("typescript no longer keeps parseDiagnostics on a source file");
  return found.filter(isParseDiagnostic);
}

function isParseDiagnostic(value: unknown): value is ParseDiagnostic {
  return (
    typeof value === "object" &&
    value !== null &&
    "start" in value &&
    typeof value.start === "number" &&
    "length" in value
  );
}

function describe(library: typeof ts, text: string, diagnostic: ParseDiagnostic): SyntaxProblem {
  const { line, column } = positionAt(text, diagnostic.start);
  const reason = library.flattenDiagnosticMessageText(diagnostic.messageText, " ").replace(/\.$/, "");
  const found = text.slice(diagnostic.start, diagnostic.start + Math.min(diagnostic.length, 40)) || "end of file";
  const expected = /^'(.+)' expected$/.exec(reason)?.[1];
  const opener = openerOf(text, diagnostic.relatedInformation?.[0]);
  const place = opener && opener.line !== line ? ` to close "${opener.text}" of line ${opener.line}` : "";
  return {
    line,
    column,
    found,
    ...(expected !== undefined && { expected }),
    ...(opener && { opener }),
    message: `line ${line}: ${reason}${place}, found ${found === "end of file" ? found : JSON.stringify(found)}`,
  };
}

/** "The parser expected to find a '}' to match the '{' token here." */
function openerOf(text: string, related: ts.DiagnosticRelatedInformation | undefined): SyntaxProblem["opener"] {
  if (related?.start === undefined || related.length !== 1) return undefined;
  return { text: text.slice(related.start, related.start + 1), line: positionAt(text, related.start).line };
}
