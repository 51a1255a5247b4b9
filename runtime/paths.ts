import type { ErrorCode } from "./errors.ts";

/** The part of a filesystem that resolving needs. */
export interface LinkReader {
  lstat(path: string): Promise<{ readonly kind: "file" | "directory" | "symlink" | "other" } | null>;
  readlink(path: string): Promise<string>;
}

export interface ResolvedPath {
  readonly kind: "resolved";
  /** Real path: no component is a link. The leaf, and folders above it, may not exist yet. */
  readonly absolute: string;
  /** The same below the root; "" is the root itself. This is the key of locks, observations and checkpoints. */
  readonly relative: string;
  readonly target: "file" | "directory" | "other" | "missing";
}

export interface PathRefusal {
  readonly kind: "refused";
  readonly errorCode: Extract<ErrorCode, "path_outside_root" | "not_a_file" | "bad_argument">;
  readonly message: string;
}

const MAX_LINKS = 40;

/**
 * Turns a path that a model wrote into a real path inside `root`, or refuses it.
 *
 * Every component is looked at: a link is followed by hand and must stay inside. Refused are `..`, NUL, backslashes,
 * and absolute paths that do not lie below the root (compared component by component, never by prefix).
 *
 * @param root Absolute real path, no trailing slash ("/" is allowed).
 */
export async function resolveInRoot(
  root: string,
  path: string,
  files: LinkReader,
): Promise<ResolvedPath | PathRefusal> {
  const start = componentsBelow(root, path);
  if (start.kind === "refused") return start;

  const rest = [...start.components];
  let done: string[] = [];
  let links = 0;
  let target: ResolvedPath["target"] = "directory";
  while (rest.length > 0) {
    const name = rest.shift() as string;
    if (target === "missing") {
      if (name === "..") return outside(path, "one of its links is broken");
      done.push(name);
      continue;
    }
    if (target !== "directory") return notAFolder(path, done.join("/"));
    if (name === "..") {
      // Only a link's target can hold "..", and only its real parent may be meant.
      if (done.pop() === undefined) return outside(path, "one of its links leads out of the root");
      continue;
    }
    const here = joinPath(root, ...done, name);
    const stat = await files.lstat(here);
    if (stat?.kind === "symlink") {
      links += 1;
      if (links > MAX_LINKS) return outside(path, "its links lead in a circle");
      const link = linkTarget(root, await files.readlink(here));
      if (link === null) return outside(path, `the link "${[...done, name].join("/")}" leads out of the root`);
      if (link.fromRoot) done = [];
      rest.unshift(...link.components);
    } else {
      done.push(name);
      target = stat === null ? "missing" : stat.kind;
    }
  }
  return { kind: "resolved", absolute: joinPath(root, ...done), relative: done.join("/"), target };
}

/**
 * Whether a path below the root lies in a version-control folder. Spellings that some filesystems treat as `.git`
 * (other case, trailing dots or spaces, the 8.3 short name, ignorable code points, stream suffix) count.
 */
export function isInGitFolder(relative: string): boolean {
  return relative.split("/").some((name) => GIT_NAMES.has(foldName(name)));
}

/** Whether `path` is `folder` or lies below it; both absolute and normalised. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Joins and drops empty and `.` components; `..` is kept as it is (nothing here climbs). */
export function joinPath(first: string, ...more: readonly string[]): string {
  const joined = [first, ...more]
    .join("/")
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .join("/");
  return first.startsWith("/") ? `/${joined}` : joined;
}

/** The folder of an absolute path; "/" is its own folder. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Makes a path from a trusted caller (operator, command line) absolute and free of `.` and `..`, without touching links. */
export function absolutePath(cwd: string, path: string): string {
  const names: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

/**
 * One text for all spellings of a path that some filesystem takes for the same file: by case, by Unicode form, or by what
 * it leaves out of names. Spellings of different files may share it too, so it says nothing of what a path names.
 */
export function foldPath(path: string): string {
  return path
    .split("/")
    .map((name) => foldName(foldName(name).toUpperCase()))
    .join("/");
}

const GIT_NAMES = new Set([".git", "git~1"]);

function foldName(name: string): string {
  const visible = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "");
  return (visible.split(":")[0] ?? "").toLowerCase().replace(/[. ]+$/u, "");
}

function componentsBelow(root: string, path: string): { kind: "ok"; components: string[] } | PathRefusal {
  if (path === "")
    return refusal("bad_argument", `path is empty; pass that of a file below the workspace root, such as "src/app.ts"`);
  if (!path.isWellFormed()) {
    return refusal(
      "bad_argument",
      "path holds half a character (a lone surrogate), which no file name can; pass it in full",
    );
  }
  if (path.includes("\0")) return outside(path, "it contains a NUL character");
  if (path.includes("\\")) return outside(path, "it contains a backslash; separate folders with /");
  const components = path.split("/").filter((name) => name !== "" && name !== ".");
  if (components.includes("..")) return outside(path, `it contains ".."; name the file from the root down`);
  if (!path.startsWith("/")) return { kind: "ok", components };
  const rootNames = root.split("/").filter((name) => name !== "");
  const below = rootNames.every((name, at) => components[at] === name);
  if (!below) return outside(path, "it is absolute and does not lie below the root");
  return { kind: "ok", components: components.slice(rootNames.length) };
}

/** Where a link points, relative to its own folder or (`fromRoot`) to the root; `null` when it is absolute and elsewhere. */
function linkTarget(root: string, target: string): { fromRoot: boolean; components: string[] } | null {
  const components = target.split("/").filter((name) => name !== "" && name !== ".");
  if (!target.startsWith("/")) return { fromRoot: false, components };
  const rootNames = root.split("/").filter((name) => name !== "");
  const below = rootNames.every((name, at) => components[at] === name);
  return below ? { fromRoot: true, components: components.slice(rootNames.length) } : null;
}

function outside(path: string, why: string): PathRefusal {
  return refusal("path_outside_root", `"${path}" is refused: ${why}. Pass a path relative to the workspace root`);
}

function notAFolder(path: string, file: string): PathRefusal {
  return refusal("not_a_file", `"${path}" is refused: "${file}" is not a folder. Check the path with list_files`);
}

function refusal(errorCode: PathRefusal["errorCode"], message: string): PathRefusal {
  return { kind: "refused", errorCode, message };
}
