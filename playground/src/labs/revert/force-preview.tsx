import { useState } from "preact/hooks";
import { PLAN_LETTERS } from "../../../../runtime/checkpoints/mod.ts";
import type { Sides, Turns } from "../../engine/operations/turns.ts";
import { DiffView } from "../../parts/mod.ts";
import { forcing } from "./revert-results.ts";

interface ForcePreviewProps {
  readonly turns: Turns;
  readonly onForce: () => void;
}

/** Names each file whose newer content a forced revert overwrites, and asks a second time. */
export function ForcePreview({ turns, onForce }: ForcePreviewProps) {
  const [isSeen, setSeen] = useState(false);
  const drifted = (turns.detail?.plan ?? []).filter(({ status }) => PLAN_LETTERS[status] === "D");
  const sides = drifted.flatMap(({ path }) => turns.sides.find((side) => side.path === path) ?? []);
  return (
    <section class="force" data-tone="warn" data-testid="force-preview" aria-label="What force overwrites">
      <h3>{sides.length === 0 ? "Force overwrites nobody's newer work here" : "Force overwrites newer work"}</h3>
      {sides.length === 0 ? (
        <p>No file of this turn changed since, so a plain revert does the same.</p>
      ) : (
        <>
          <p>
            It is not gone for good: what is overwritten is kept as a turn of its own, and <b>Undo revert</b> brings it
            back.
          </p>
          {sides.map((side) => (
            <Loss key={side.path} side={side} />
          ))}
          <label class="tick">
            <input
              type="checkbox"
              checked={isSeen}
              data-testid="force-seen"
              onChange={({ currentTarget }) => setSeen(currentTarget.checked)}
            />
            I have seen what is overwritten
          </label>
        </>
      )}
      <p class="acts">
        <button
          type="button"
          class="btn"
          onClick={() => {
            forcing.value = "closed";
          }}
        >
          Cancel
        </button>
        {sides.length > 0 && (
          <button type="button" class="btn danger" disabled={!isSeen} data-testid="force-confirm" onClick={onForce}>
            Overwrite {sides.length === 1 ? "1 file" : `${sides.length} files`}
          </button>
        )}
      </p>
    </section>
  );
}

function Loss({ side: { path, now, newer } }: { readonly side: Sides }) {
  return (
    <details class="loss" open data-testid={`loss-${path}`}>
      <summary>
        <code>{path}</code>{" "}
        <span>{now.kind === "missing" ? "somebody deleted it" : `${now.size} bytes are overwritten`}</span>
      </summary>
      {newer.length > 0 && <DiffView rows={newer} />}
    </details>
  );
}
