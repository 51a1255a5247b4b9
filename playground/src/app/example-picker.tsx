import { EXAMPLES } from "../examples/registry.ts";
import type { Workbench } from "./workbench.ts";

/** Opens a worked example in place of what is there. */
export function ExamplePicker({ bench }: { readonly bench: Workbench }) {
  return (
    <select
      aria-label="Open an example"
      value=""
      onChange={(event) => {
        const example = EXAMPLES.find(({ id }) => id === event.currentTarget.value);
        event.currentTarget.value = "";
        if (example !== undefined) bench.openDocument(example.document);
      }}
    >
      <option value="" disabled>
        Examples
      </option>
      {EXAMPLES.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
