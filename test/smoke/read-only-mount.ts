import { execFileSync } from "node:child_process";

/** Shows the folder `tree` at `mount` without write access, which root meets too. Answers why it cannot, or null. */
export function mountReadOnly(tree: string, mount: string): string | null {
  try {
    execFileSync("mount", ["--bind", tree, mount], { stdio: "pipe" });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  execFileSync("mount", ["-o", "remount,ro,bind", mount], { stdio: "pipe" });
  return null;
}

export function unmount(mount: string): void {
  execFileSync("umount", [mount]);
}
