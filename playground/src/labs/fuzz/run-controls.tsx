import type { Workbench } from "../../app/mod.ts";
import { fuzzInputs, MOST_RUNS, MOST_SECONDS, MOST_SEED } from "./fuzz-inputs.ts";
import { families } from "./fuzz-state.ts";

/** How long, from which seed, and with which fault in the product. */
export function RunControls({ bench }: { readonly bench: Workbench }) {
  const { runs, seconds, seed: given, mutant } = fuzzInputs.of(bench);
  const bySeconds = seconds !== null;
  const mutants = [...families.value.values()].flatMap((family) => family.mutants);
  const withMutant = (id: string) => {
    const found = mutants.find((one) => one.id === id);
    fuzzInputs.set(bench, found === undefined ? { mutant: null } : { mutant: found.id, ids: [found.killedBy] });
  };
  return (
    <div class="opts fuzz-opts">
      <label class="opt">
        <span>{bySeconds ? "seconds" : "values each"}</span>
        <input
          class="field"
          type="number"
          min={1}
          max={bySeconds ? MOST_SECONDS : MOST_RUNS}
          value={bySeconds ? seconds : runs}
          data-testid="fuzz-effort"
          onChange={(event) => {
            const most = bySeconds ? MOST_SECONDS : MOST_RUNS;
            const wanted = Math.min(most, Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1));
            fuzzInputs.set(bench, bySeconds ? { seconds: wanted } : { runs: wanted });
          }}
        />
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={bySeconds}
          data-testid="by-seconds"
          onChange={(event) => fuzzInputs.set(bench, { seconds: event.currentTarget.checked ? 10 : null })}
        />
        by time
      </label>
      <label class="opt">
        <span>seed</span>
        <input
          class="field"
          type="number"
          min={0}
          max={MOST_SEED}
          placeholder="random"
          value={given ?? ""}
          data-testid="fuzz-seed-input"
          onChange={(event) => {
            const wanted = Math.trunc(event.currentTarget.valueAsNumber);
            const isSeed = Number.isInteger(wanted) && wanted >= 0 && wanted <= MOST_SEED;
            fuzzInputs.set(bench, { seed: isSeed ? wanted : null });
          }}
        />
      </label>
      <label class="opt wide">
        <span>fault put in</span>
        <select
          class="select"
          data-testid="fuzz-mutant"
          value={mutant ?? ""}
          onChange={(event) => withMutant(event.currentTarget.value)}
        >
          <option value="">none: the product as it is</option>
          {mutants.map(({ id, title, killedBy }) => (
            <option key={id} value={id}>
              {killedBy}: {title}
            </option>
          ))}
        </select>
      </label>
      {mutant !== null && <p class="whatif">With this fault in it, it is not the product.</p>}
    </div>
  );
}
