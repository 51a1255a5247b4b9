import { readFileSync, statSync } from "node:fs";

/** SQLite's write lock in WAL mode: this byte of the `-shm` file. https://www.sqlite.org/walformat.html#wal_locks */
const WRITE_LOCK_BYTE = 120;

/** The process that may write to the database now; `null` when there is none, or the system does not tell. */
export function writerOf(path: string): number | null {
  try {
    const shared = statSync(`${path}-shm`, { throwIfNoEntry: false });
    if (shared === undefined) return null;
    for (const line of readFileSync("/proc/locks", "latin1").split("\n")) {
      // "1: POSIX  ADVISORY  WRITE 4711 08:01:1234567 120 120"
      const [, , , kind, pid, file = "", first, last] = line.trim().split(/ +/);
      if (kind !== "WRITE" || file.split(":")[2] !== String(shared.ino)) continue;
      if (Number(first) <= WRITE_LOCK_BYTE && (last === "EOF" || Number(last) >= WRITE_LOCK_BYTE)) return Number(pid);
    }
  } catch {
    // No such list here, or it cannot be read.
  }
  return null;
}
