import "../../engine/worker-globals.ts";
import type { Property } from "../../../../test/property/property.ts";
import { runProperty } from "../../../../test/property/run-property.ts";
import type { ProveReply, ProveRequest } from "./prove-messages.ts";

/** By the letter of the ids: laws of text alone first, so that those over a tree of files load only when asked for. */
const FAMILIES: readonly { readonly letters: string; load(): Promise<readonly Property<unknown>[]> }[] = [
  {
    letters: "MS",
    async load() {
      const { editProperties } = await import("../../../../test/property/edit/registry.ts");
      const { ENGINE } = await import("../../../../test/property/edit/engine.ts");
      return editProperties(ENGINE);
    },
  },
  {
    letters: "TLRUP",
    async load() {
      const { toolsProperties } = await import("../../../../test/property/tools/registry.ts");
      const { TOOLS } = await import("../../../../test/property/tools/tools-engine.ts");
      return toolsProperties(TOOLS);
    },
  },
  {
    letters: "W",
    async load() {
      const { wireProperties } = await import("../../../../test/property/wire/registry.ts");
      const { WIRE_ENGINE } = await import("../../../../test/property/wire/engine.ts");
      return wireProperties(WIRE_ENGINE);
    },
  },
  {
    letters: "D",
    load: async () => (await import("../../../../test/property/diagnostics/registry.ts")).DIAGNOSTICS_PROPERTIES,
  },
  {
    letters: "C",
    async load() {
      const { checkpointsProperties } = await import("../../../../test/property/checkpoints/registry.ts");
      const { CHECKPOINTS } = await import("../../../../test/property/checkpoints/checkpoints-engine.ts");
      return checkpointsProperties(CHECKPOINTS);
    },
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
  const family = FAMILIES.find(({ letters }) => letters.includes(id.charAt(0)));
  const property = (await family?.load())?.find((one) => one.id === id);
  if (property === undefined) throw new RangeError(`this page has no property ${id}`);
  return property;
}

function reply(message: ProveReply): void {
  postMessage(message);
}
