import { isFileSystemError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import type { FileSystem } from "../ports/mod.ts";
import { isRecord } from "../schema.ts";
import { decodeText } from "../text/mod.ts";
import { refusal } from "./answer.ts";
import { CONTENT_POLICY } from "./content-policy.ts";

/** The built playground as files to be handed out. */
export interface Page {
  /** @param name Below the page's folder, as it stands in the address; "" is the page itself. */
  respond(name: string): Promise<Response>;
}

/** What the build leaves beside the page: the names of all its files. Nothing that is not listed is ever read. */
const LIST = "files.json";

/** `null` when there is no built page in the folder (absolute). */
export async function openPage(files: FileSystem, folder: string): Promise<Page | null> {
  const names = await listedNames(files, folder);
  if (names === null) return null;
  return {
    async respond(name) {
      const wanted = name === "" ? "index.html" : name;
      if (!names.has(wanted)) {
        return refusal("unknown_route", `the playground has no file ${JSON.stringify(wanted)}; open /playground/`);
      }
      const bytes = await files.readFile(joinPath(folder, ...wanted.split("/")));
      return new Response(new Uint8Array(bytes), { headers: headersFor(wanted) });
    },
  };
}

async function listedNames(files: FileSystem, folder: string): Promise<ReadonlySet<string> | null> {
  let bytes: Uint8Array;
  try {
    bytes = await files.readFile(joinPath(folder, LIST));
  } catch (error) {
    if (isFileSystemError(error, "ENOENT") || isFileSystemError(error, "ENOTDIR")) return null;
    throw error;
  }
  const decoded = decodeText(bytes);
  const list: unknown = decoded.kind === "text" ? JSON.parse(decoded.text) : null;
  const names = isRecord(list) && Array.isArray(list.files) ? list.files : [];
  return new Set(names.filter((name): name is string => typeof name === "string" && !name.split("/").includes("..")));
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
};

/** Files in `assets/` have a hash in their name; the others keep their name from build to build. */
function headersFor(name: string): Record<string, string> {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return {
    "content-type": type,
    "content-security-policy": CONTENT_POLICY,
    "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  };
}
