import { expect } from "vitest";
import type { GrammarName, Grammars } from "../../runtime/ports/mod.ts";

const ALL: Readonly<Record<GrammarName, true>> = {
  bash: true,
  "c-sharp": true,
  cpp: true,
  css: true,
  go: true,
  java: true,
  javascript: true,
  php: true,
  python: true,
  ruby: true,
  rust: true,
  tsx: true,
  typescript: true,
};

/** Every name of the port. */
export const grammarNames = Object.keys(ALL) as GrammarName[];

/** What every implementation of the grammars port owes. */
export interface GrammarsCase {
  readonly name: string;
  run(grammars: Grammars): Promise<void>;
}

export const grammarsCases: readonly GrammarsCase[] = [
  {
    name: "the parser is a WebAssembly module",
    async run(grammars) {
      expect(isWebAssembly(await grammars.parser())).toBe(true);
    },
  },
  {
    name: "every named grammar is a WebAssembly module, or null",
    async run(grammars) {
      for (const name of grammarNames) {
        const bytes = await grammars.grammar(name);
        expect([name, bytes === null || isWebAssembly(bytes)]).toEqual([name, true]);
      }
    },
  },
  {
    name: "every checker is a WebAssembly module, or null",
    async run(grammars) {
      for (const name of ["ruff", "sh-syntax"] as const) {
        const bytes = (await grammars.checker?.(name)) ?? null;
        expect([name, bytes === null || isWebAssembly(bytes)]).toEqual([name, true]);
      }
    },
  },
  {
    name: "asked twice, it gives the same bytes, and the caller may change them",
    async run(grammars) {
      const first = await grammars.grammar("css");
      const copy = new Uint8Array(first ?? []);
      first?.fill(0);
      const second = new Uint8Array((await grammars.grammar("css")) ?? []);
      expect([second.length, second.every((byte, at) => byte === copy[at])]).toEqual([copy.length, true]);
    },
  },
];

/** The magic number of a module, and version 1 of its format. */
function isWebAssembly(bytes: Uint8Array): boolean {
  return [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].every((byte, at) => bytes[at] === byte) && bytes.length > 1000;
}
