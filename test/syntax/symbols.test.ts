import { describe, expect, test } from "vitest";
import { createParsers, findSymbol, listSymbols } from "../../runtime/syntax/mod.ts";
import { syntaxDeps } from "./fixtures.ts";

/** One lookup: the text between the offsets found, or what was said instead. */
async function find(path: string, text: string, symbol: string, kind?: string): Promise<string> {
  const found = await findSymbol({ path, text, symbol, ...(kind !== undefined && { kind }) }, syntaxDeps);
  if (found.kind === "found") {
    const lines = text.split("\n");
    // The lines say the same as the offsets.
    expect(lines.slice(found.startLine - 1, found.endLine).join("\n")).toContain(text.slice(found.start, found.end));
    return `${found.extent}: ${text.slice(found.start, found.end)}`;
  }
  if (found.kind === "ambiguous") {
    return `ambiguous: ${found.candidates.map(({ name, kind, startLine }) => `${kind} ${name} ${startLine}`).join(", ")}`;
  }
  if (found.kind === "broken") return `broken: ${found.symbol.name} ${found.symbol.startLine}`;
  return `missing: ${found.symbols.map(({ name }) => name).join(" ")}`;
}

/** [symbol, kind or "", the extent's text, without "parser: "; "…" stands for the rest of it] for one file. */
type Case = readonly [symbol: string, kind: string, expected: string];

const TABLE: Readonly<Record<string, { readonly text: string; readonly cases: readonly Case[] }>> = {
  "a.py": {
    text: `import os

LIMIT = 10
#: documented
NAME: str = "x"
type Pair[T] = tuple[T, T]

# not documentation
@cache
@other(1)
async def fetch(url):
    """Doc."""
    def inner():
        local = 1
        return url
    return inner()

class Box(Base):
    size: int = 1

    @property
    def value(self): return 1

    @value.setter
    def value(self, new):
        self._v = new

    class Inner:
        def run(self): pass

    def run(self):
        pass
if os:
    def late(): pass
`,
    cases: [
      ["LIMIT", "", "LIMIT = 10"],
      ["NAME", "var", '#: documented\nNAME: str = "x"'],
      ["Pair", "", "type Pair[T] = tuple[T, T]"],
      [
        "fetch",
        "",
        '@cache\n@other(1)\nasync def fetch(url):\n    """Doc."""\n    def inner():\n        local = 1\n        return url\n    return inner()',
      ],
      ["fetch.inner", "", "def inner():\n        local = 1\n        return url"],
      ["Box.size", "", "size: int = 1"],
      ["Box.value.getter", "", "@property\n    def value(self): return 1"],
      ["value.setter", "", "@value.setter\n    def value(self, new):\n        self._v = new"],
      ["Inner.run", "method", "def run(self): pass"],
      ["Box.run", "", "def run(self):\n        pass"],
      ["late", "", "def late(): pass"],
    ],
  },
  "a.ts": {
    text: `/** Doc. */
@sealed
export abstract class Store<T> extends Base {
  #items: T[] = [];
  static readonly limit = 3;
  /** Reads. */
  @logged
  public async read(key: string): Promise<T> { return this.#items[0]!; }
  get size() { return 1; }
  set size(v) {}
  constructor(private a: string) { super(); }
  abstract close(): void;
}
// plain
export const load = async <T,>(x: T) => {
  const local = () => x;
  return local();
};
const a = 1, b = function () {};
export default function main() {}
interface Shape { area(): number; name: string }
type Id = string & { x: 1 };
export enum Level { Low }
namespace Deep.Inner { export function f() {} }
function over(a: string): string;
function over(a: unknown) { return a; }
declare function ambient(): void;
export const api = { get() { return 1; }, post: async () => {}, nested: { put() {} } };
`,
    cases: [
      ["Store.#items", "", "#items: T[] = [];"],
      ["Store.limit", "", "static readonly limit = 3;"],
      [
        "Store.read",
        "",
        "/** Reads. */\n  @logged\n  public async read(key: string): Promise<T> { return this.#items[0]!; }",
      ],
      ["Store.size.get", "", "get size() { return 1; }"],
      ["Store.size.set", "", "set size(v) {}"],
      ["Store.constructor", "", "constructor(private a: string) { super(); }"],
      ["close", "", "abstract close(): void;"],
      [
        "load",
        "function",
        "export const load = async <T,>(x: T) => {\n  const local = () => x;\n  return local();\n};",
      ],
      ["a", "", "a = 1"],
      ["b", "", "b = function () {}"],
      ["main", "", "export default function main() {}"],
      ["Shape", "type", "interface Shape { area(): number; name: string }"],
      ["Shape.name", "", "name: string"],
      ["Id", "", "type Id = string & { x: 1 };"],
      ["Level", "enum", "export enum Level { Low }"],
      ["Inner.f", "", "export function f() {}"],
      ["Deep.Inner.f", "", "export function f() {}"],
      ["over", "", "function over(a: unknown) { return a; }"],
      ["ambient", "", "declare function ambient(): void;"],
      ["api.get", "", "get() { return 1; }"],
      ["api.post", "", "post: async () => {}"],
    ],
  },
  "a.tsx": {
    text: `export const View = ({ items }: Props) => {
  return <ul>{items.map((i) => <li key={i}>it's {i}</li>)}</ul>;
};
export default class extends Component { render() { return <b />; } }
`,
    cases: [
      [
        "View",
        "",
        "export const View = ({ items }: Props) => {\n  return <ul>{items.map((i) => <li key={i}>it's {i}</li>)}</ul>;\n};",
      ],
      ["default.render", "", "render() { return <b />; }"],
    ],
  },
  "a.js": {
    text: `'use strict';
/** Adds. */
module.exports.add = function add(a, b) {
  return a + b;
};
function* gen() { yield 1 }
Foo.prototype.bar = () => 1;
class Foo { static s = 1; ['x' + 1]() {} 'quoted-name'() {} }
var old = 1;
`,
    cases: [
      ["add", "", "/** Adds. */\nmodule.exports.add = function add(a, b) {\n  return a + b;\n};"],
      ["gen", "", "function* gen() { yield 1 }"],
      ["Foo.bar", "", "Foo.prototype.bar = () => 1;"],
      ["Foo.s", "", "static s = 1;"],
      ["quoted-name", "", "'quoted-name'() {}"],
      ["old", "var", "var old = 1;"],
    ],
  },
  "a.go": {
    text: `package a

import "fmt"

// A is one.
type A[T any] struct{ x T }

type (
	// B is two.
	B interface{ M() }
	C = int
)

const (
	One = iota
	Two
)

var v, w = 1, 2

// Run runs.
//
//go:noinline
func (a *A[T]) Run(n int) error {
	f := func() {}
	f()
	return nil
}

func (B2) Run() {}

func run() { fmt.Println() }
`,
    cases: [
      ["A", "struct", "// A is one.\ntype A[T any] struct{ x T }"],
      ["B", "", "// B is two.\n\tB interface{ M() }"],
      ["C", "", "C = int"],
      ["Two", "", "Two"],
      ["v", "", "var v, w = 1, 2"],
      [
        "A.Run",
        "",
        "// Run runs.\n//\n//go:noinline\nfunc (a *A[T]) Run(n int) error {\n\tf := func() {}\n\tf()\n\treturn nil\n}",
      ],
      [
        "(*A).Run",
        "method",
        "// Run runs.\n//\n//go:noinline\nfunc (a *A[T]) Run(n int) error {\n\tf := func() {}\n\tf()\n\treturn nil\n}",
      ],
      ["B2.Run", "", "func (B2) Run() {}"],
      ["run", "func", "func run() { fmt.Println() }"],
    ],
  },
  "a.rs": {
    text: `use std::fmt;

/// A point.
#[derive(Debug)]
// plain
#[repr(C)]
pub struct Point<T> { x: T }

impl<T> Point<T> {
    /// Makes one.
    #[inline] pub const fn new(x: T) -> Self { Self { x } }
}
impl<T> fmt::Display for Point<T> {
    fn fmt(&self) -> u8 { 1 }
}
impl<T> fmt::Debug for Point<T> {
    fn fmt(&self) -> u8 { 2 }
}
trait Shape { const N: u8 = 1; type T; fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }
mod inner { pub static S: &str = "x"; pub enum E { A } macro_rules! m { () => {} } }
pub type Alias<'a> = &'a str;
async fn free() { fn nested() {} }
union U { a: u8 }
`,
    cases: [
      ["Point", "", "#[repr(C)]\npub struct Point<T> { x: T }"],
      ["Point::new", "", "/// Makes one.\n    #[inline] pub const fn new(x: T) -> Self { Self { x } }"],
      ["<Point as Display>::fmt", "", "fn fmt(&self) -> u8 { 1 }"],
      ["impl Debug for Point", "", "impl<T> fmt::Debug for Point<T> {\n    fn fmt(&self) -> u8 { 2 }\n}"],
      [
        "impl Point",
        "impl",
        "impl<T> Point<T> {\n    /// Makes one.\n    #[inline] pub const fn new(x: T) -> Self { Self { x } }\n}",
      ],
      ["Shape.area", "", "fn area(&self) -> f64;"],
      ["Shape::N", "var", "const N: u8 = 1;"],
      ["inner::S", "", 'pub static S: &str = "x";'],
      ["inner.E", "type", "pub enum E { A }"],
      ["m", "macro", "macro_rules! m { () => {} }"],
      ["Alias", "", "pub type Alias<'a> = &'a str;"],
      ["free", "fn", "async fn free() { fn nested() {} }"],
      ["nested", "", "fn nested() {}"],
      ["U", "struct", "union U { a: u8 }"],
    ],
  },
  "A.java": {
    text: `package a;
/** The class. */
@Deprecated
public final class A<T> extends B {
  private int x = 1, y;
  A() { this(1); }
  A(int n) { }
  /** Runs. */
  @Override public <R> void run(R r) throws E { Runnable q = new Runnable() { public void run2() { } }; }
  record Pair(int a) { Pair { } }
  enum Level { LOW; void up() { } }
  interface I { int K = 1; void q(); }
  @interface An { int v() default 1; }
}
`,
    cases: [
      ["A", "", "/** The class. */\n@Deprecated\npublic final class A<T> extends B {…"],
      ["A.A", "", "ambiguous: constructor A.A 6, constructor A.A 7"],
      ["A.x", "", "private int x = 1, y;"],
      [
        "A.run",
        "",
        "/** Runs. */\n  @Override public <R> void run(R r) throws E { Runnable q = new Runnable() { public void run2() { } }; }",
      ],
      ["Pair", "", "record Pair(int a) { Pair { } }"],
      ["Level.up", "", "void up() { }"],
      ["I.K", "", "int K = 1;"],
      ["I.q", "method", "void q();"],
      ["An.v", "", "int v() default 1;"],
    ],
  },
  "a.c": {
    text: `#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
/* A node. */
struct node {
  struct node *next;
};
typedef struct { int a; } pair_t;
static int counter = 1;
int add(int, int);

/* Adds. */
static inline int
add(int a, int b)
{
  return a + b;
}
char *(*lookup(const char *k))[3] { return 0; }
enum level { LOW };
struct node make(struct node n) { return n; }
`,
    cases: [
      ["MAX", "", "#define MAX(a, b) ((a) > (b) ? (a) : (b))"],
      ["node", "", "/* A node. */\nstruct node {\n  struct node *next;\n};"],
      ["pair_t", "type", "typedef struct { int a; } pair_t;"],
      ["counter", "", "static int counter = 1;"],
      ["add", "", "/* Adds. */\nstatic inline int\nadd(int a, int b)\n{\n  return a + b;\n}"],
      ["lookup", "", "char *(*lookup(const char *k))[3] { return 0; }"],
      ["level", "", "enum level { LOW };"],
    ],
  },
  "a.cpp": {
    text: `namespace n::m {
/// A box.
template <typename T>
class Box : public Base<T> {
 public:
  explicit Box(T v) : v_(v) {}
  ~Box();
  T get() const { return v_; }
  bool operator==(const Box& o) const = default;
  operator bool() const { return true; }
 private:
  T v_;
};
template <typename T>
Box<T>::~Box() {}
using Alias = int;
}
void n::m::run(int x) { auto f = [](int y) { return y; }; }
void over(int a) {}
void over(char a) {}
template <class T> concept C = true;
`,
    cases: [
      [
        "Box",
        "class",
        "/// A box.\ntemplate <typename T>\nclass Box : public Base<T> {\n public:\n  explicit Box(T v) : v_(v) {}\n  ~Box();\n  T get() const { return v_; }\n  bool operator==(const Box& o) const = default;\n  operator bool() const { return true; }\n private:\n  T v_;\n};",
      ],
      ["Box::get", "", "T get() const { return v_; }"],
      ["Box::~Box", "", "template <typename T>\nBox<T>::~Box() {}"],
      ["operator==", "", "bool operator==(const Box& o) const = default;"],
      ["operator bool", "", "operator bool() const { return true; }"],
      ["Box.v_", "", "T v_;"],
      ["Alias", "", "using Alias = int;"],
      ["n::m::run", "", "void n::m::run(int x) { auto f = [](int y) { return y; }; }"],
      ["over", "", "ambiguous: function over 19, function over 20"],
      ["C", "", "template <class T> concept C = true;"],
    ],
  },
  "a.cs": {
    text: `namespace N.M;
/// <summary>It.</summary>
[Serializable]
public partial class Box<T>(int x) : Base where T : class
{
    private int a = 1, b;
    public int P { get; set; } = x;
    [Obsolete] public Box() : this(1) { }
    /// <summary>Runs.</summary>
    public async Task<T> Run<U>(U u) { int Local() => 1; return default; }
    public static Box<T> operator +(Box<T> l) => l;
    public T this[int i] => default;
    event Action Fired;
}
public record struct R(int X);
interface I { void F(); }
enum E { A }
delegate void D(int x);
`,
    cases: [
      ["Box", "class", "/// <summary>It.</summary>\n[Serializable]\npublic partial class Box<T>(int x)…"],
      ["Box.a", "", "private int a = 1, b;"],
      ["N.M.Box.P", "", "public int P { get; set; } = x;"],
      ["Box.P", "", "public int P { get; set; } = x;"],
      [
        "Box.Run",
        "",
        "/// <summary>Runs.</summary>\n    public async Task<T> Run<U>(U u) { int Local() => 1; return default; }",
      ],
      ["Local", "", "int Local() => 1;"],
      ["operator +", "", "public static Box<T> operator +(Box<T> l) => l;"],
      ["Box.this", "", "public T this[int i] => default;"],
      ["Fired", "", "event Action Fired;"],
      ["R", "", "public record struct R(int X);"],
      ["I.F", "", "void F();"],
      ["D", "type", "delegate void D(int x);"],
    ],
  },
  "a.php": {
    text: `<?php
namespace A;
/** The class. */
#[Entity]
final class Box extends B {
    public const string KIND = 'x';
    private ?int $size = 1;
    public string $name { get => 'x'; }
    /** Makes. */
    #[Pure] public static function of(int ...$x): static { return new static(); }
}
function helper(): void { function nested() {} }
enum Suit: string { case A = 'a'; public function label(): string { return ''; } }
interface I { public function f(): void; }
trait T { function g() {} }
const TOP = 1;
`,
    cases: [
      ["Box.KIND", "", "public const string KIND = 'x';"],
      ["Box::size", "", "private ?int $size = 1;"],
      ["Box.name", "property", "public string $name { get => 'x'; }"],
      [
        "Box::of",
        "",
        "/** Makes. */\n    #[Pure] public static function of(int ...$x): static { return new static(); }",
      ],
      ["helper", "", "function helper(): void { function nested() {} }"],
      ["Suit.label", "", "public function label(): string { return ''; }"],
      ["T", "trait", "trait T { function g() {} }"],
      ["TOP", "", "const TOP = 1;"],
    ],
  },
  "a.rb": {
    text: `# The module.
module A::B
  LIMIT = 3

  # A class.
  # Two lines.
  class Box < Base
    attr_reader :x

    def initialize(x) = @x = x

    # Empty?
    private def empty?
      x.nil?
    end

    def self.open(path); new(path); end
    def x=(v)
      @x = v
    end
    def [](i) = i
    def ==(o) = true
  end
end
def top; end
`,
    cases: [
      ["LIMIT", "", "LIMIT = 3"],
      ["Box#empty?", "", "# Empty?\n    private def empty?\n      x.nil?\n    end"],
      ["Box.open", "", "def self.open(path); new(path); end"],
      ["x=", "", "def x=(v)\n      @x = v\n    end"],
      ["[]", "", "def [](i) = i"],
      ["==", "", "def ==(o) = true"],
      ["A::B::Box#initialize", "", "def initialize(x) = @x = x"],
      ["top", "", "def top; end"],
    ],
  },
  "a.sh": {
    text: `#!/usr/bin/env bash
readonly ROOT=/tmp
NAME="x"

# Logs.
# Twice.
log() {
  local inner=1
  echo "$inner }"
}

function run { ( log ); }
`,
    cases: [
      ["ROOT", "", "readonly ROOT=/tmp"],
      ["NAME", "var", 'NAME="x"'],
      ["log", "", '# Logs.\n# Twice.\nlog() {\n  local inner=1\n  echo "$inner }"\n}'],
      ["run", "function", "function run { ( log ); }"],
    ],
  },
};

describe("symbols by grammar", () => {
  for (const [path, { text, cases }] of Object.entries(TABLE)) {
    for (const [symbol, kind, expected] of cases) {
      test(`${path}: ${kind} ${symbol}`.replace("  ", " "), async () => {
        const found = await find(path, text, symbol, kind || undefined);
        const wanted = /^(?:ambiguous|missing|broken)/.test(expected) ? expected : `parser: ${expected}`;
        if (wanted.endsWith("…")) expect(found.slice(0, wanted.length - 1)).toBe(wanted.slice(0, -1));
        else expect(found).toBe(wanted);
      });
    }
  }
});

const KOTLIN = `package a

/** It's a box. */
@Serializable
data class Box<T>(
    val x: Int,
) : Base() {
    var size = 1
        private set

    /** Runs. */
    fun run(block: () -> Unit): Int {
        val local = "}"
        return 1
    }
    fun short() = listOf(1)
        .map { it }
    fun short(n: Int) = n
    companion object { const val MAX = 1 }
}

// not a doc
fun <T> List<T>.second(): T = this[1]
typealias Id = String
`;

describe("symbols by lines", () => {
  test("a class with its doc comment and annotations, a method, an expression body over two lines", async () => {
    expect(await find("a.kt", KOTLIN, "Box")).toBe(
      `lexical: ${KOTLIN.slice(KOTLIN.indexOf("/** It's"), KOTLIN.indexOf("\n\n// not"))}`,
    );
    expect(await find("a.kt", KOTLIN, "Box.run")).toBe(
      'lexical: /** Runs. */\n    fun run(block: () -> Unit): Int {\n        val local = "}"\n        return 1\n    }',
    );
    expect(await find("a.kt", KOTLIN, "Box.size")).toBe("lexical: var size = 1\n        private set");
    expect(await find("a.kt", KOTLIN, "second")).toBe("lexical: fun <T> List<T>.second(): T = this[1]");
    expect(await find("a.kt", KOTLIN, "nope")).toBe(
      "missing: Box Box.x Box.size Box.run Box.short Box.short second Id",
    );
    expect(await find("a.kt", KOTLIN, "short")).toBe("ambiguous: method Box.short 16, method Box.short 18");
  });

  test("Swift, Scala and Dart declare with their own words", async () => {
    const swift =
      "struct A {\n  init?(x: Int) {\n    y = 1\n  }\n  static func go() async throws -> Int\n  {\n    1\n  }\n}\nextension A { }\n";
    expect(await find("a.swift", swift, "A")).toBe(`lexical: ${swift.slice(0, swift.indexOf("\nextension"))}`);
    expect(await find("a.swift", swift, "A", "impl")).toBe("lexical: extension A { }");
    expect(await find("a.swift", swift, "A.init")).toBe("lexical: init?(x: Int) {\n    y = 1\n  }");
    expect(await find("a.swift", swift, "go")).toBe("lexical: static func go() async throws -> Int\n  {\n    1\n  }");
    const scala =
      "object A:\n  /** Doc. */\n  def f(x: Int): Int =\n    val y = x\n\n    y\n  end f\n  given Show[Int] with\n    def g = 1\nclass A\n";
    expect(await find("a.scala", scala, "f")).toBe(
      "lexical: /** Doc. */\n  def f(x: Int): Int =\n    val y = x\n\n    y\n  end f",
    );
    expect(await find("a.scala", scala, "A")).toBe("ambiguous: module A 1, class A 10");
    expect(await find("a.scala", scala, "A", "class")).toBe("lexical: class A");
    const dart =
      "class A {\n  A.named(this.x) : y = 1;\n  @override\n  int get n => 1;\n  Future<void> run(int x) async {\n    if (x > 1) { print('}'); }\n  }\n}\nvoid main() => run();\n";
    expect(await find("a.dart", dart, "run")).toBe(
      "lexical: Future<void> run(int x) async {\n    if (x > 1) { print('}'); }\n  }",
    );
    expect(await find("a.dart", dart, "A.n")).toBe("lexical: @override\n  int get n => 1;");
    expect(await find("a.dart", dart, "main")).toBe("lexical: void main() => run();");
  });

  test("a language nobody knows goes by keywords, braces and indentation", async () => {
    const lua =
      "-- Adds.\nfunction add(a, b)\n  if a then\n    return '(' .. b\n  end\nend\n\nlocal function two()\n  return 2\nend\n";
    expect(await find("a.lua", lua, "add")).toBe(
      "lexical: -- Adds.\nfunction add(a, b)\n  if a then\n    return '(' .. b\n  end\nend",
    );
    expect(await find("a.lua", lua, "two")).toBe("lexical: local function two()\n  return 2\nend");
    const zig = 'pub fn main() !void {\n    const s = "}";\n}\nconst A = struct {\n    x: u8,\n};\n';
    expect(await find("a.zig", zig, "main")).toBe('lexical: pub fn main() !void {\n    const s = "}";\n}');
    expect(await find("a.zig", zig, "A")).toBe("lexical: const A = struct {\n    x: u8,\n};");
  });

  test("a host without grammars still finds what starts with a keyword", async () => {
    const text = `export function f() {\n  return \`}\${1}\`;\n}\n`;
    const found = await findSymbol({ path: "a.ts", text, symbol: "f" }, { parsers: createParsers(null) });
    expect(found).toEqual(
      expect.objectContaining({ kind: "found", extent: "lexical", start: 0, end: text.length - 1 }),
    );
  });
});

describe("what a name means", () => {
  const text =
    "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\ndef run(): pass\ndef outer():\n    def run(): pass\n";

  test("several candidates are listed with their lines, never guessed at", async () => {
    expect(await find("a.py", text, "run")).toBe("ambiguous: method A.run 2, method B.run 4, function run 5");
    expect(await find("a.py", text, "run", "method")).toBe("ambiguous: method A.run 2, method B.run 4");
  });

  test("a kind or an owner settles it, and what is local to a function has to be asked for by its owner", async () => {
    expect(await find("a.py", text, "run", "function")).toBe("parser: def run(): pass");
    expect(await find("a.py", text, "B.run")).toBe("parser: def run(self): pass");
    expect(await find("a.py", text, "outer.run")).toBe("parser: def run(): pass");
  });

  test("what is missing is answered with what there is", async () => {
    expect(await findSymbol({ path: "a.py", text: "def f():\n    pass\n", symbol: "g" }, syntaxDeps)).toEqual({
      kind: "missing",
      symbols: [{ name: "f", kind: "function", start: 0, end: 17, startLine: 1, endLine: 2 }],
    });
    expect(await listSymbols({ path: "a.go", text: "package a\n" }, syntaxDeps)).toEqual({
      extent: "parser",
      symbols: [],
    });
  });

  test("an error elsewhere leaves an extent alone; one inside that hides the end is said to", async () => {
    const broken = "package a\n\nfunc f() int {\n\treturn (1\n}\n\nfunc g() int {\n\treturn 2\n}\n";
    expect(await find("a.go", broken, "g")).toBe("parser: func g() int {\n\treturn 2\n}");
    const unclosed = "package a\n\nfunc f() int {\n\tif x {\n\treturn 1\n}\n\nfunc g() int {\n\treturn 2\n}\n";
    expect(await find("a.go", unclosed, "f")).toBe("broken: f 3");
    const gap = "class A { List<int> x = []; int F() { return 1; } }\nclass B { }\n";
    expect(await find("a.cs", gap, "F")).toBe("parser: int F() { return 1; }");
    expect(await find("a.cs", gap, "A")).toBe("parser: class A { List<int> x = []; int F() { return 1; } }");
  });

  test("offsets are UTF-16 code units, whatever stands before", async () => {
    const emoji = "// 😀 é\r\nfunction f() { return '😀'; }\r\n";
    expect(await findSymbol({ path: "a.js", text: emoji, symbol: "f" }, syntaxDeps)).toEqual(
      expect.objectContaining({ kind: "found", start: 9, end: emoji.length - 2, startLine: 2, endLine: 2 }),
    );
  });
});
