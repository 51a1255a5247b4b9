import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * Whether a process with this id runs on this machine. One that has ended but was never waited for (common in containers
 * whose first process reaps nobody) still takes signals; it counts as gone.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another user.
    return typeof error === "object" && error !== null && "code" in error && error.code === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // "pid (command) state ...": the command may hold anything, also parentheses.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    // No /proc here, or the process ended just now: what the signal said holds.
    return false;
  }
}
