import type { FilePrimitives } from "../../../adapters/fs/primitives.ts";
import { isInside } from "../../../runtime/paths.ts";
import { ROOT } from "./workspace.ts";

/** Lets a call go on that stands before its rename. */
export type Release = () => void;

/** Stops every write to the tree just before the rename that makes it real. */
export class PutGate {
  private arrived: Release[] = [];
  private waiter: ((release: Release) => void) | null = null;

  over(host: FilePrimitives): FilePrimitives {
    return {
      ...host,
      rename: async (from, to) => {
        if (isInside(ROOT, to) && from.endsWith(".tmp")) await new Promise<void>((release) => this.arrive(release));
        await host.rename(from, to);
      },
    };
  }

  /** The next write that comes to the gate, or `null` when `ended` comes first. */
  async next(ended: Promise<unknown>): Promise<Release | null> {
    const release = this.arrived.shift();
    if (release !== undefined) return release;
    let stop = () => {};
    const arrival = new Promise<Release>((resolve) => {
      this.waiter = resolve;
      stop = () => {
        this.waiter = null;
      };
    });
    const first = await Promise.race([arrival, ended.then(() => null)]);
    stop();
    return first;
  }

  private arrive(release: Release): void {
    if (this.waiter === null) this.arrived.push(release);
    else this.waiter(release);
    this.waiter = null;
  }
}
