import { readFileSync } from "node:fs";

/**
 * When the process with this id started, in ticks since the machine's, and which run of the machine that is: together they
 * tell it from every other that has had or will have the id. `null` where there is no /proc, and for a process that is gone.
 */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // "pid (command) state ...": the command may hold anything, also parentheses. The start is the 22nd field.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return ticks !== undefined && /^[0-9]+$/.test(ticks) && boot !== "" ? `${ticks}-${boot}` : null;
  } catch {
    return null;
  }
}
