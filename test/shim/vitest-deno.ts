/**
 * The part of vitest's API that the shared tests use, over `Deno.test`: every test is one test of Deno's, named by its
 * path of suites, so that the summary counts what the other runners count. `deno.json` maps "vitest" to this file.
 *
 * `expect` is vitest's own, put together from the packages it is made of.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";
import * as chai from "chai";

type Task = () => void | Promise<void>;

interface Suite {
  readonly name: string;
  readonly parent: Suite | null;
  readonly beforeAll: Task[];
  readonly afterAll: Task[];
  readonly beforeEach: Task[];
  readonly afterEach: Task[];
  /** Tests in it and below it that have not ended yet. */
  remaining: number;
  /** The run of `beforeAll`, so that a failure there fails every test. */
  started: Promise<void> | null;
}

const DEFAULT_TIMEOUT_MS = 60_000;

let current: Suite = newSuite("", null);
const open = new Set<Suite>();

export function describe(name: string, body: () => unknown): void {
  const outer = current;
  current = newSuite(name, outer);
  try {
    // A promise would register its tests after the file was read, in no suite.
    if (body() instanceof Promise) throw new TypeError(`describe "${name}" must not be asynchronous`);
  } finally {
    current = outer;
  }
}

export function test(
  name: string,
  first: Task | { timeout?: number },
  second?: Task | number | { timeout?: number },
): void {
  const body = typeof first === "function" ? first : second;
  const limits = typeof first === "function" ? second : first;
  if (typeof body !== "function") throw new TypeError(`test "${name}" has no body`);
  const timeoutMs = typeof limits === "number" ? limits : typeof limits === "object" ? limits.timeout : undefined;
  const suites = pathTo(current);
  for (const suite of suites) suite.remaining += 1;
  Deno.test({
    name: [...suites.map((suite) => suite.name).filter(Boolean), name].join(" > "),
    sanitizeOps: false,
    sanitizeResources: false,
    sanitizeExit: false,
    fn: () => runTest(suites, body, timeoutMs ?? DEFAULT_TIMEOUT_MS),
  });
}

export const it = test;

export function beforeAll(task: Task): void {
  current.beforeAll.push(task);
}

export function afterAll(task: Task): void {
  current.afterAll.push(task);
}

export function beforeEach(task: Task): void {
  current.beforeEach.push(task);
}

export function afterEach(task: Task): void {
  current.afterEach.push(task);
}

// Tests left out by --filter never count down, so what is still open at the end is closed here.
Deno.test.afterAll(async () => {
  for (const suite of [...open].reverse()) await close(suite);
});

/** `suites` from the outermost in. Hooks run outside in before the test, inside out after it, whatever failed. */
async function runTest(suites: readonly Suite[], body: Task, timeoutMs: number): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (task: Task) => {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  };
  await attempt(async () => {
    for (const suite of suites) await start(suite);
    for (const suite of suites) for (const task of suite.beforeEach) await task();
    await withinTime(body, timeoutMs);
  });
  for (const suite of [...suites].reverse()) for (const task of [...suite.afterEach].reverse()) await attempt(task);
  for (const suite of [...suites].reverse()) {
    suite.remaining -= 1;
    if (suite.remaining === 0) await attempt(() => close(suite));
  }
  if (failures.length > 0) throw failures[0];
}

function start(suite: Suite): Promise<void> {
  suite.started ??= (async () => {
    open.add(suite);
    for (const task of suite.beforeAll) await task();
  })();
  return suite.started;
}

async function close(suite: Suite): Promise<void> {
  if (!open.delete(suite)) return;
  for (const task of [...suite.afterAll].reverse()) await task();
}

async function withinTime(body: Task, timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`test ran for more than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([body(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function pathTo(suite: Suite): Suite[] {
  return suite.parent === null ? [suite] : [...pathTo(suite.parent), suite];
}

function newSuite(name: string, parent: Suite | null): Suite {
  const hooks = { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
  return { name, parent, ...hooks, remaining: 0, started: null };
}

export const expect = createExpect();

function createExpect() {
  chai.use(JestExtend);
  chai.use(JestChaiExpect);
  chai.use(JestAsymmetricMatchers);
  const expect = Object.assign(
    (value: unknown, message?: string) => chai.expect(value, message),
    chai.expect,
    Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT),
    {
      getState: () => getState(expect),
      setState: (state: object) => setState(state, expect),
    },
  );
  setState({ assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null }, expect);
  Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, writable: true, configurable: true });
  return expect;
}
