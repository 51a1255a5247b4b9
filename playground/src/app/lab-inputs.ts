import type { PlaygroundDocument } from "../document/mod.ts";
import type { Workbench } from "./workbench.ts";

/** As much of a schema as is used. */
interface InputsSchema<Inputs extends object> {
  safeParse(value: unknown): { readonly success: true; readonly data: Inputs } | { readonly success: false };
  parse(value: unknown): Inputs;
}

export interface LabInputs<Inputs extends object> {
  /** Inputs that are not as they should be count as none. */
  read(document: Pick<PlaygroundDocument, "inputs">): Inputs;
  of(bench: Workbench): Inputs;
  set(bench: Workbench, fields: Partial<Inputs>): void;
}

/** What a lab was asked, as its part of the document: read under a schema whose fields all have defaults, kept without them. */
export function labInputs<Inputs extends object>(lab: string, schema: InputsSchema<Inputs>): LabInputs<Inputs> {
  const read = ({ inputs }: Pick<PlaygroundDocument, "inputs">): Inputs => {
    const parsed = schema.safeParse(inputs[lab] ?? {});
    return parsed.success ? parsed.data : schema.parse({});
  };
  const defaults = new Map(Object.entries(schema.parse({})).map(([name, value]) => [name, JSON.stringify(value)]));
  return {
    read,
    of: (bench) => read(bench.document.value),
    set(bench, fields) {
      const { inputs } = bench.document.peek();
      const wanted = Object.entries({ ...read({ inputs }), ...fields });
      // Links leave out what is as it always is.
      const kept = wanted.filter(([name, value]) => JSON.stringify(value) !== defaults.get(name));
      bench.change({ inputs: { ...inputs, [lab]: Object.fromEntries(kept) } });
    },
  };
}
