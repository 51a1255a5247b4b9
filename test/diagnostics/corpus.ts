import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Finding } from "../../runtime/diagnostics/mod.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/diagnostics/", import.meta.url));

/** A mistake as models and people make it, with what each checker of the language must call new. */
export interface Mistake {
  readonly mistake: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly found: Readonly<Record<string, readonly Finding[]>>;
}

export function mistakes(): readonly { readonly language: string; readonly cases: readonly Mistake[] }[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name) => ({
      language: name.replace(/\.json$/, ""),
      cases: JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8")),
    }));
}
