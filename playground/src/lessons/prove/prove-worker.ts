import "../../engine/worker-globals.ts";
import type { Property } from "../../../../test/property/property.ts";
import { runProperty } from "../../../../test/property/run-property.ts";
import type { ProveReply, ProveRequest } from "./prove-messages.ts";

/** Laws of text alone come first; those over a tree of files load only when one is asked for. */
const FAMILIES: readonly (() => Promise<readonly Property<unknown>[]>)[] = [
  async () => {
    const [{ editProperties }, { ENGINE }] = await Promise.all([
      import("../../../../test/property/edit/registry.ts"),
      import("../../../../test/property/edit/engine.ts"),
    ]);
    return editProperties(ENGINE);
  },
  async () => {
    const [{ toolsProperties }, { TOOLS }] = await Promise.all([
      import("../../../../test/property/tools/registry.ts"),
      import("../../../../test/property/tools/tools-engine.ts"),
    ]);
    return toolsProperties(TOOLS);
  },
];

/** So many values at a time: between them the page hears how far it is. */
const SLICE = 50;

addEventListener("message", ({ data }: MessageEvent<ProveRequest>) => {
  prove(data).catch((error: unknown) => reply({ kind: "fault", message: String(error) }));
});
reply({ kind: "ready" });

async function prove({ ids, runs, seed }: ProveRequest): Promise<void> {
  for (const id of ids) {
    const property = await find(id);
    let done = 0;
    for (let slice = 0; done < runs; slice++) {
      const size = Math.min(SLICE, runs - done);
      const { failure } = await runProperty(property, { runs: size, seed: seed + slice });
      if (failure !== undefined) {
        reply({ kind: "failed", id, title: property.title, runs: done, error: failure.error, key: failure.key });
        return;
      }
      done += size;
      reply({ kind: "progress", id, title: property.title, runs: done });
    }
  }
  reply({ kind: "held" });
}

async function find(id: string): Promise<Property<unknown>> {
  for (const load of FAMILIES) {
    const property = (await load()).find((one) => one.id === id);
    if (property !== undefined) return property;
  }
  throw new RangeError(`no property ${id}`);
}

function reply(message: ProveReply): void {
  postMessage(message);
}
