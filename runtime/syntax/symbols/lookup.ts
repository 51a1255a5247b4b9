import { type Declaration, SYMBOL_KINDS, type SymbolKind } from "./types.ts";

/** Words a caller may use for a kind, and the kinds each stands for. */
const FAMILIES: Readonly<Record<string, readonly SymbolKind[]>> = {
  function: ["function", "method", "constructor", "macro"],
  type: ["class", "struct", "interface", "trait", "enum", "type", "impl"],
  var: ["variable", "constant", "field", "property"],
};
const SYNONYMS: Readonly<Record<string, string>> = {
  func: "function",
  fn: "function",
  def: "function",
  let: "var",
  const: "var",
  val: "var",
  var: "var",
  variable: "var",
  constant: "var",
  record: "class",
  union: "struct",
  namespace: "module",
};

/** Every word that a caller may use for a kind. */
export const KNOWN_KINDS: readonly string[] = [
  ...new Set([...SYMBOL_KINDS, ...Object.keys(FAMILIES), ...Object.keys(SYNONYMS)]),
];

/**
 * The declarations a name can mean. A name alone fits at any depth, a qualified one (`Class.method`, `Type::f`, `A#b`)
 * fits the end of a path. What nobody outside can name, what has no body, and what only bears the name of its type
 * step back behind the others.
 */
export function lookUp(
  declarations: readonly Declaration[],
  symbol: string,
  kind: string | undefined,
): readonly Declaration[] {
  const segments = segmentsOf(symbol);
  const named = declarations.filter((declaration) => fits(declaration, symbol, segments));
  const ofKind = kind === undefined ? named : byKind(named, kind);
  const reachable = preferring(ofKind, ({ isLocal }) => !isLocal);
  const types = segments.length > 1 || kind !== undefined ? reachable : preferring(reachable, isOwnName);
  const bodies = preferring(types, ({ hasBody }) => hasBody);
  const found = segments.length > 1 ? preferring(bodies, ({ path }) => path.length === segments.length) : bodies;
  if (found.length === 0 && /^get(?:ter)?$/.test(segments.at(-1) ?? "")) {
    return gettersOf(declarations, segments.slice(0, -1).join("."), kind);
  }
  return found.length === 1 ? withAccessors(found, declarations) : found;
}

const SETTERS = ["set", "setter", "deleter"];

/** A property that is written in parts is all of them: none stands for the others. */
function withAccessors(found: readonly Declaration[], declarations: readonly Declaration[]): readonly Declaration[] {
  const [only] = found;
  const owned = JSON.stringify(only?.path);
  const isPart = ({ path }: Declaration) =>
    SETTERS.includes(path.at(-1) ?? "") && JSON.stringify(path.slice(0, -1)) === owned;
  return only === undefined || !CALLABLE.has(only.kind)
    ? found
    : declarations.filter((each) => each === only || (isPart(each) && each.kind === only.kind));
}

const CALLABLE: ReadonlySet<SymbolKind> = new Set(["method", "function"]);

/** `x.get` means the getter of an `x` that has a setter too. */
function gettersOf(declarations: readonly Declaration[], symbol: string, kind: string | undefined) {
  const parts = lookUp(declarations, symbol, kind);
  return parts.length > 1 ? parts.filter(({ path }) => !SETTERS.includes(path.at(-1) ?? "")) : [];
}

/** Constructors and extensions bear the name of their type. */
function isOwnName({ kind }: Declaration): boolean {
  return kind !== "constructor" && kind !== "impl";
}

function preferring(
  declarations: readonly Declaration[],
  isPreferred: (declaration: Declaration) => boolean,
): readonly Declaration[] {
  const preferred = declarations.filter(isPreferred);
  return preferred.length > 0 ? preferred : declarations;
}

function fits({ path, aliases }: Declaration, symbol: string, segments: readonly string[]): boolean {
  if (path.at(-1) === symbol.trim()) return true;
  return [path, ...aliases].some((whole) => endsWith(whole, segments));
}

function endsWith(path: readonly string[], segments: readonly string[]): boolean {
  if (segments.length === 0 || segments.length > path.length) return false;
  return segments.every((segment, at) => path[path.length - segments.length + at] === segment);
}

/** `(*Type).Method`, `Type<T>::f`, `Class#method`, `a.b()` in segments. `<Type as Trait>` is one segment. */
function segmentsOf(symbol: string): string[] {
  const trait = /^\s*(<[^<>]+ as [^<>]+>)(?:::|\.)(.+)$/.exec(symbol);
  if (trait) return [(trait[1] ?? "").trim(), ...segmentsOf(trait[2] ?? "")];
  return symbol
    .trim()
    .replace(/\(\)$/, "")
    .replace(/^.*\\/, "")
    .split(/::|\.|(?<=\w)#/)
    .map((segment) => segment.replace(/^[(*&\s]+|[)\s]+$/g, "").replace(/(?<=\w)<[\s\S]*>$/, ""))
    .filter(Boolean);
}

/** The exact kind if there is one, else the family it stands for. */
function byKind(declarations: readonly Declaration[], kind: string): readonly Declaration[] {
  const asked = kind.toLowerCase();
  const exact = declarations.filter((declaration) => declaration.kind === asked);
  if (exact.length > 0) return exact;
  const family = FAMILIES[asked] ?? FAMILIES[SYNONYMS[asked] ?? ""] ?? [];
  const word = SYNONYMS[asked];
  return declarations.filter((declaration) => family.includes(declaration.kind) || declaration.kind === word);
}
