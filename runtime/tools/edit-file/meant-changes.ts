import { inferCommand } from "../../edit/mod.ts";
import { ARGUMENT_ALIASES } from "../../schema.ts";
import { readPatch } from "./patch.ts";

/** Names of arguments, also of those that there are not, by which a call means to write. */
const WRITING = /old|new|patch|edit|insert|replac|content|text|symbol/i;

/**
 * Files that a call meant to change although its arguments cannot be taken: what it names must not pass for done. `null`
 * for a view, a dry run, and a call that names no file.
 */
export function meantChanges(args: Readonly<Record<string, unknown>>): readonly string[] | null {
  const names = Object.keys(args);
  const spelled = ([canonical, others]: [string, readonly string[]]) =>
    others.flatMap((name) => (name in args ? [[canonical, args[name]]] : []));
  const known = { ...Object.fromEntries(Object.entries(ARGUMENT_ALIASES).flatMap(spelled)), ...args };
  const meant = inferCommand(known);
  const isNamed = known.command !== undefined && known.command !== null && known.command !== "";
  const isView = meant.kind === "command" && meant.command === "view";
  if (known.dry_run === true || known.dry_run === "true") return null;
  if (isView && (isNamed || !names.some((name) => WRITING.test(name)))) return null;
  const path = typeof known.path === "string" && known.path !== "" ? known.path : undefined;
  if (typeof known.patch === "string") return patchedPaths({ patch: known.patch, path });
  return path === undefined ? null : [path];
}

/** Files that a patch names; the path alone when it cannot be read. */
export function patchedPaths(args: Parameters<typeof readPatch>[0]): readonly string[] | null {
  const read = readPatch(args);
  return "success" in read ? (args.path ? [args.path] : null) : read.files.map(({ path }) => path);
}
