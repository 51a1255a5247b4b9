import { useEffect } from "preact/hooks";
import type { Workbench } from "../../app/mod.ts";
import { FAMILIES } from "../../fuzz/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { fuzzInputs } from "./fuzz-inputs.ts";
import { FIRST_FAMILIES, families, idsOf, listFamily } from "./fuzz-state.ts";

/** The laws to choose from, by family. A family over a tree of files loads when it is opened. */
export function LawsPane({ bench }: { readonly bench: Workbench }) {
  const { ids } = fuzzInputs.of(bench);
  useEffect(() => {
    for (const family of FIRST_FAMILIES) listFamily(family);
  }, []);
  return (
    <>
      <PaneBar title="Laws">
        <span class="quiet num" data-testid="chosen-count">
          {ids.length} chosen
        </span>
      </PaneBar>
      <div class="scroll grow laws">
        {FAMILIES.map(({ id, title }) => (
          <FamilyList key={id} bench={bench} family={id} title={title} />
        ))}
      </div>
    </>
  );
}

interface FamilyProps {
  readonly bench: Workbench;
  readonly family: string;
  readonly title: string;
}

function FamilyList({ bench, family, title }: FamilyProps) {
  const { ids } = fuzzInputs.of(bench);
  const listed = families.value.get(family);
  const choose = (wanted: readonly string[], isChosen: boolean) => {
    const others = ids.filter((id) => !wanted.includes(id));
    fuzzInputs.set(bench, { ids: isChosen ? [...others, ...wanted].slice(0, 100) : others });
  };
  const all = idsOf(family);
  const isAll = all.length > 0 && all.every((id) => ids.includes(id));
  return (
    <details
      open={FIRST_FAMILIES.includes(family)}
      onToggle={() => listFamily(family)}
      data-testid={`family-${family}`}
    >
      <summary>{title}</summary>
      {listed === undefined ? (
        <p class="loading">Loading.</p>
      ) : (
        <ul>
          <li>
            <label class="tick">
              <input
                type="checkbox"
                checked={isAll}
                data-testid={`all-${family}`}
                onChange={() => choose(all, !isAll)}
              />
              <b>all of them</b>
            </label>
          </li>
          {listed.laws.map((law) => (
            <li key={law.id}>
              <label class="tick" title={law.title}>
                <input
                  type="checkbox"
                  checked={ids.includes(law.id)}
                  data-testid={`law-${law.id}`}
                  onChange={(event) => choose([law.id], event.currentTarget.checked)}
                />
                <span>
                  <code>{law.id}</code> {law.title}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
