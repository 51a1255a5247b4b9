import { MOVE_TOOL } from "../../checkpoints/mod.ts";
import {
  type EditRefusal,
  type NamedPatchFile,
  type PatchedText,
  parsePatch,
  patchFile,
  patchTargets,
  soughtText,
} from "../../edit/mod.ts";
import { joinPath } from "../../paths.ts";
import type { FileChange } from "../apply-changes.ts";
import { checkResult } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import {
  dryRunField,
  guardedWrites,
  type PlannedWrite,
  success,
  type WriteTarget,
  type Written,
} from "../guarded-write.ts";
import type { LockedFile } from "../locked-file.ts";
import { failure, type ToolFailure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { checkEdit, refusedEdit, searchLimits, TOOL, textOf } from "./candidate.ts";

/** What the patch does to one file, beside what is reported of every changed file. */
interface PatchedFile {
  readonly action: NamedPatchFile["action"];
  /** The path it moved to. */
  readonly moved_to?: string;
  readonly fields: object;
  readonly texts?: { readonly before: string | null; readonly after: string };
  /** Index of the target whose report stands for the file. */
  readonly target: number;
}

/** Reads a patch and settles its files, without looking at any. */
export function readPatch(
  args: Pick<EditFileArguments, "patch" | "path">,
): { readonly files: readonly NamedPatchFile[] } | ToolFailure {
  const patch = parsePatch(args.patch ?? "");
  const targets = patch.kind === "refused" ? patch : patchTargets(patch, args.path === "" ? undefined : args.path);
  if (targets.kind === "files") return { files: targets.files };
  return failure(targets.errorCode, `${TOOL}: ${targets.message}; nothing was changed`, {
    ...("line" in targets && targets.line !== undefined && { patch_line: targets.line }),
    ...(targets.missing !== undefined && { missing_arguments: [...targets.missing] }),
  });
}

/** Applies a patch to all of its files or to none. */
export async function applyPatch(ctx: ToolContext, args: EditFileArguments) {
  const read = readPatch(args);
  if ("success" in read) return read;
  const { files } = read;
  if (args.revision !== undefined && files.length > 1) {
    const message = `${TOOL}: revision is the token of one file, and the patch changes ${files.length}; leave it out. Nothing was changed`;
    return failure("bad_argument", message, { command: "patch", unsupported_arguments: ["revision"] });
  }
  const options = { dryRun: args.dry_run };
  const targets = files.flatMap((file) => targetsOf(file, args.revision));
  const done = await guardedWrites(ctx, TOOL, targets, (locked) => plan(ctx, files, locked, args), options);
  if (!("kind" in done)) return done;
  const reported = await Promise.all(done.extra.patched.map((file) => reportOf(ctx, file, done)));
  const [only] = reported;
  const single = reported.length === 1 ? only : {};
  const data = { ...single, command: "patch" as const, ...dryRunField(options), files: reported };
  return success(data, done.warning);
}

function targetsOf({ path, action, moveTo }: NamedPatchFile, revision: string | undefined): WriteTarget[] {
  const source = { path, gate: action !== "add", revision };
  return action === "move" && moveTo !== undefined ? [source, { path: moveTo }] : [source];
}

async function plan(
  ctx: ToolContext,
  files: readonly NamedPatchFile[],
  locked: readonly LockedFile[],
  args: EditFileArguments,
): Promise<PlannedWrite<{ patched: PatchedFile[] }> | ToolFailure> {
  const clash = fileAndFolder(files, locked);
  if (clash !== null) return clash;
  const changes: FileChange[] = [];
  const patched: PatchedFile[] = [];
  for (const file of files) {
    const source = locked[changes.length];
    const destination = file.action === "move" ? locked[changes.length + 1] : undefined;
    if (source === undefined) throw new TypeError("a file of the patch is not locked");
    const made = await patchOne(ctx, file, source, destination, args);
    if ("success" in made) return numbered(made, files.length);
    patched.push({ ...made.file, target: changes.length + (destination === undefined ? 0 : 1) });
    changes.push(...made.changes);
  }
  return { kind: "change", changes, extra: { patched } };
}

/** A path that the patch leaves a file at, and that it needs as a folder of another. */
function fileAndFolder(files: readonly NamedPatchFile[], locked: readonly LockedFile[]): ToolFailure | null {
  const left: string[] = [];
  let at = 0;
  for (const { action } of files) {
    at += action === "move" ? 2 : 1;
    const target = locked[at - 1];
    if (target !== undefined && action !== "delete") left.push(target.resolved.relative);
  }
  for (const path of left) {
    const folder = left.find((other) => path.startsWith(`${other}/`));
    if (folder === undefined) continue;
    const message =
      `${TOOL}: the patch leaves a file at "${folder}" and needs a folder of that name for "${path}"; nothing was ` +
      "changed. Rename one of the two";
    return failure("bad_patch", message, { path: folder, inside: path });
  }
  return null;
}

async function patchOne(
  ctx: ToolContext,
  file: NamedPatchFile,
  source: LockedFile,
  destination: LockedFile | undefined,
  args: EditFileArguments,
): Promise<{ readonly changes: FileChange[]; readonly file: Omit<PatchedFile, "target"> } | ToolFailure> {
  const link = file.action === "delete" || file.action === "move" ? await linkAt(ctx, file.path) : null;
  if (link !== null) {
    const message = `${TOOL}: "${file.path}" is a link to "${link}", and a patch deletes and moves files alone; nothing was changed. Name the file itself`;
    return failure("not_a_file", message, { path: file.path, target: link });
  }
  const current = source.current === null ? { text: null } : textOf(file.path, source.current);
  if ("success" in current) return current;
  // A line number addresses as an occurrence does: it counts in what the caller saw, or in what the revision names.
  const shown = ctx.fileState.marks.shownHash(ctx.sessionId, source.resolved.absolute);
  const trustsNumbers = args.revision !== undefined || shown === source.current?.sha256;
  const outcome: PatchedText | EditRefusal = patchFile(current.text, file, { ...searchLimits(ctx), trustsNumbers });
  if (outcome.kind === "refused") {
    const hunk = file.hunks[(outcome.at?.[0] ?? 1) - 1];
    return refusedEdit(ctx, source, outcome, { text: current.text, sought: hunk && soughtText(hunk) });
  }
  if (destination?.current) {
    const message = `${TOOL}: "${file.moveTo}" exists, so "${file.path}" cannot be moved there; nothing was changed, move it elsewhere`;
    return failure("already_exists", message, { path: file.moveTo });
  }
  if (outcome.kind === "deleted") return { changes: [{ kind: "delete" }], file: { action: "delete", fields: {} } };
  const moved = destination === undefined ? {} : { moved_to: destination.resolved.relative };
  const mode = source.current?.mode;
  if (outcome.kind === "moved") {
    const bytes = source.current?.bytes ?? new Uint8Array();
    return {
      changes: [
        { kind: "delete", recordedAs: MOVE_TOOL },
        { kind: "write", bytes, mode, recordedAs: MOVE_TOOL },
      ],
      file: { action: "move", ...moved, fields: {} },
    };
  }
  const path = destination?.resolved.relative ?? source.resolved.relative;
  const checked = await checkEdit(ctx, path, current.text, outcome, args.validate_syntax);
  if ("success" in checked) return checked;
  const write: FileChange = { kind: "write", bytes: checked.bytes, mode };
  return {
    changes:
      destination === undefined
        ? [write]
        : [
            { kind: "delete", recordedAs: MOVE_TOOL },
            { ...write, recordedAs: MOVE_TOOL },
          ],
    file: {
      action: outcome.action,
      ...moved,
      fields: checked.fields,
      texts: { before: current.text, after: outcome.content },
    },
  };
}

/** Where a link leads that stands at the very path; `null` for all else. */
async function linkAt(ctx: ToolContext, path: string): Promise<string | null> {
  const absolute = path.startsWith("/") ? path : joinPath(ctx.root, path);
  return (await ctx.fs.lstat(absolute))?.kind === "symlink" ? ctx.fs.readlink(absolute) : null;
}

async function reportOf(
  ctx: ToolContext,
  { action, moved_to, fields, texts, target }: PatchedFile,
  done: Written<object>,
) {
  const report = done.files[target];
  if (report === undefined) throw new TypeError("a patched file without a report");
  const source = moved_to === undefined ? report : done.files[target - 1];
  const checked = texts === undefined ? {} : await checkResult(ctx, { path: report.path, ...texts });
  return {
    ...report,
    ...(source &&
      moved_to !== undefined && {
        path: source.path,
        moved_to,
        sha256_before: source.sha256_before,
        // Of the two checkpoints of a move the one that is missing must be told.
        ...(source.checkpoint?.status === "none" && { checkpoint: source.checkpoint }),
        ...(source.md5_before !== undefined && { md5_before: source.md5_before }),
      }),
    action,
    ...fields,
    ...checked,
  };
}

/** In a patch for several files a refusal stands for all of them. */
function numbered(refused: ToolFailure, count: number): ToolFailure {
  if (count === 1) return refused;
  return { ...refused, error: `${refused.error}. No file of the patch was changed` };
}
