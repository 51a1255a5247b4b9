import { compileGlob, type GlobState } from "./glob-states.ts";

/**
 * Whether a pattern of Ruff's configuration fits a file, by its name alone or by its path below the configuration's
 * folder. `*` goes over folders too, as it does there. Throws for a pattern that is none.
 *
 * All ways to read the pattern are followed at once, so the work grows with the length of the pattern times that of the
 * path, however many stars there are.
 *
 * @param onStep Called for each state that is looked at, so that the work can be counted.
 */
export function globMatches(pattern: string, path: string, onStep: () => void = () => {}): boolean {
  const states = compileGlob(pattern.replace(/^\.\//, ""));
  const name = path.slice(path.lastIndexOf("/") + 1);
  return fits(states, path, onStep) || (name !== path && fits(states, name, onStep));
}

function fits(states: readonly GlobState[], text: string, onStep: () => void): boolean {
  let active = reachable(states, [0], onStep);
  for (const character of text) {
    const next: number[] = [];
    for (const at of active) {
      const state = states[at];
      if (state?.kind === "character" && state.accepts(character)) next.push(state.next);
    }
    if (next.length === 0) return false;
    active = reachable(states, next, onStep);
  }
  return active.has(states.length - 1);
}

/** These states and all that are reached from them without a character. */
function reachable(states: readonly GlobState[], from: number[], onStep: () => void): Set<number> {
  const seen = new Set(from);
  for (const at of seen) {
    onStep();
    const state = states[at];
    if (state?.kind === "fork") for (const next of state.next) seen.add(next);
  }
  return seen;
}
