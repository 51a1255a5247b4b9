import type { Diagnostic } from "@astral-sh/ruff-wasm-web";
import { expect, test } from "vitest";
import { createFileGrammars } from "../../../adapters/grammars/files.ts";
import { ruleCodes } from "../../../runtime/diagnostics/ruff/rule-names.ts";
import { KNOWN_MINORS } from "../../../runtime/diagnostics/ruff/target-version.ts";

async function library() {
  const bytes = await createFileGrammars().checker?.("ruff");
  if (!bytes) throw new Error("the module of Ruff is not there");
  const loaded = await import("@astral-sh/ruff-wasm-web");
  await loaded.default({ module_or_path: new Uint8Array(bytes) });
  return loaded;
}

test("the codes of Ruff's rules are those that Ruff itself puts their names in place of", async () => {
  const { Workspace, PositionEncoding } = await library();
  const known = [...ruleCodes()];
  const select = ["rule-codes-in-suppression-comments"];
  const workspace = new Workspace({ preview: true, lint: { select } }, PositionEncoding.Utf16);
  const text = known.map(([, code]) => `x  # ruff: ignore[${code}]\n`).join("");
  const found: readonly Diagnostic[] = workspace.check(text);
  const named = found.flatMap(({ fix }) => fix?.edits ?? []);
  const told = named.map(({ location, content }) => [content, known[location.row - 1]?.[1]]);
  expect(told.toSorted()).toEqual(known.toSorted());
  expect(known.length).toBeGreaterThan(900);
});

test("the versions of Python that Ruff is told are those that it knows, from the first to the last", async () => {
  const { Workspace, PositionEncoding } = await library();
  const isKnown = (minor: number) => {
    try {
      new Workspace({ "target-version": `py3${minor}` }, PositionEncoding.Utf16).free();
      return true;
    } catch {
      return false;
    }
  };
  const minors = Array.from({ length: 30 }, (_, minor) => minor).filter(isKnown);
  const { first, last } = KNOWN_MINORS;
  expect(minors).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
});
