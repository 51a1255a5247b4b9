import { languageOf } from "../../syntax/mod.ts";

/** Whether a file named like a shell script names another shell in its first line. */
export function isForeignScript(path: string, text: string): boolean {
  return languageOf(path, text)?.name !== "bash";
}
