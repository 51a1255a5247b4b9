/**
 * Where each of several runs of lines stands in a file, all in one pass (Aho and Corasick 1975, over lines instead of
 * characters). Time is linear in the file and the runs, beside the places themselves.
 *
 * @param runs Line texts without ends. An empty run stands nowhere.
 * @returns For each run the indexes of the lines it can start on, rising; placements that overlap are all there. Equal
 * runs share one array.
 */
export function findLineRuns(
  bodies: readonly string[],
  runs: readonly (readonly string[])[],
): readonly (readonly number[])[] {
  const automaton = new RunAutomaton();
  const ends = runs.map((run) => automaton.insert(run));
  automaton.link();
  let state = automaton.root;
  for (const [index, body] of bodies.entries()) {
    state = automaton.next(state, body);
    for (let node = state.isEnd ? state : state.nextEnd; node !== null; node = node.nextEnd) {
      node.places.push(index + 1 - node.depth);
    }
  }
  return ends.map(({ places }) => places);
}

class RunNode {
  readonly children = new Map<string, RunNode>();
  readonly places: number[] = [];
  readonly depth: number;
  isEnd = false;
  /** The node of the longest run of lines that ends this one's path and starts another; the root has none. */
  fallback: RunNode | null = null;
  /** The nearest node on the way of fallbacks where a run ends. */
  nextEnd: RunNode | null = null;

  constructor(depth: number) {
    this.depth = depth;
  }
}

class RunAutomaton {
  readonly root = new RunNode(0);

  /** The node at which the run ends. */
  insert(run: readonly string[]): RunNode {
    let node = this.root;
    for (const body of run) {
      const child = node.children.get(body) ?? new RunNode(node.depth + 1);
      node.children.set(body, child);
      node = child;
    }
    if (node !== this.root) node.isEnd = true;
    return node;
  }

  /** Sets the fallbacks, those of short paths first. To be called once, behind all inserts. */
  link(): void {
    const queue = [this.root];
    for (const node of queue) {
      for (const [body, child] of node.children) {
        const fallback = node.fallback === null ? this.root : this.next(node.fallback, body);
        child.fallback = fallback;
        child.nextEnd = fallback.isEnd ? fallback : fallback.nextEnd;
        queue.push(child);
      }
    }
  }

  next(state: RunNode, body: string): RunNode {
    for (let node: RunNode | null = state; node !== null; node = node.fallback) {
      const child = node.children.get(body);
      if (child !== undefined) return child;
    }
    return this.root;
  }
}
