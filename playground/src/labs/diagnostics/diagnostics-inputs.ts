import * as z from "zod/mini";
import { labInputs } from "../../app/lab-inputs.ts";
import type { CheckRequest } from "../../checks/check-change.ts";
import type { PlaygroundDocument } from "../../document/mod.ts";

const text = z.string().check(
  z.maxLength(1_000_000),
  z.refine((value) => value.isWellFormed()),
);

const schema = z.object({
  /** What each file holds after the change, by its path; one that is not named stays as it is. */
  edits: z._default(z.record(z.string().check(z.maxLength(512)), text), {}),
  /** The file is a new one: there is nothing to compare with. */
  isNew: z._default(z.boolean(), false),
  /** `coding.typescript_diagnostics`; a project needs a host with files. */
  typescript: z._default(z.enum(["off", "syntax"]), "off"),
});

export type DiagnosticsInputs = z.output<typeof schema>;
export const diagnosticsInputs = labInputs<DiagnosticsInputs>("diagnostics", schema);

/** The change that the lab stands before, as far as the document says it. */
export function changeIn(
  document: Pick<PlaygroundDocument, "inputs">,
  path: string,
  held: string,
): Pick<CheckRequest, "path" | "before" | "after" | "typescript"> {
  const { edits, isNew, typescript } = diagnosticsInputs.read(document);
  const after = Object.hasOwn(edits, path) ? (edits[path] ?? held) : held;
  return { path, before: isNew ? null : held, after, typescript };
}
