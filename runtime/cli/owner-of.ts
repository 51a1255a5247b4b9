import type { Owner } from "../checkpoints/mod.ts";
import type { Host } from "../ports/mod.ts";

/**
 * This process as the journal of reverts names it: `<pid>.<instance>`, and where the host knows it `.<start>`, for a process
 * id comes again: after a restart of the machine, in a container, in a store that was copied.
 */
export function ownerOf(host: Pick<Host, "pid" | "isAlive" | "processStart">, instance: string): Owner {
  const start = host.processStart(host.pid);
  const own = `${host.pid}.${instance}${start === null ? "" : `.${start}`}`;
  return {
    name: own,
    isGone(name) {
      if (name === own) return false;
      const [id = "", , written] = name.split(".");
      const pid = /^[0-9]+$/.test(id) ? Number(id) : 0;
      // Our own process id under another instance: the process that had it before us is gone.
      if (pid === 0 || pid === host.pid || !Number.isSafeInteger(pid) || !host.isAlive(pid)) return true;
      const now = written === undefined ? null : host.processStart(pid);
      return now !== null && now !== written;
    },
  };
}
