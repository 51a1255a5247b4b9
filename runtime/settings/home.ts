import { absolutePath } from "../paths.ts";

export interface HomeFolder {
  /** Absolute; `null` when neither MORTISE_HOME, XDG_STATE_HOME nor HOME says where it is. */
  readonly home: string | null;
  readonly warnings: readonly string[];
}

/** Where settings, tokens and checkpoints live: MORTISE_HOME, else $XDG_STATE_HOME/mortise, else ~/.local/state/mortise. */
export function homeFolder(env: (name: string) => string | undefined, cwd: string): HomeFolder {
  const own = env("MORTISE_HOME");
  if (own) return { home: absolutePath(cwd, own), warnings: [] };
  const state = env("XDG_STATE_HOME");
  if (state?.startsWith("/")) return { home: absolutePath(state, "mortise"), warnings: [] };
  const user = env("HOME");
  const home = user ? absolutePath(cwd, `${user}/.local/state/mortise`) : null;
  // The XDG base directory specification has relative values ignored.
  const warnings = state
    ? [`XDG_STATE_HOME="${state}" is not absolute and is ignored; home is ${home ?? "unknown"}`]
    : [];
  return { home, warnings };
}
