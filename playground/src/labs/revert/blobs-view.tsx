import type { Tone, Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import type { ShownBlob } from "../../engine/operations/turns.ts";
import { revertInputs, setRevertInputs } from "./revert-inputs.ts";
import { turnResults } from "./revert-results.ts";

const TONES: Readonly<Record<ShownBlob["state"], Tone>> = { good: "good", missing: "bad", damaged: "bad" };

/** What the store holds, who needs it, and ways to harm it. */
export function BlobsView({ bench }: { readonly bench: Workbench }) {
  const blobs = turnResults.answer.value?.blobs ?? [];
  const { days } = revertInputs(bench);
  const happen = (event: PlaygroundEvent) => bench.append(event);
  return (
    <div class="words" data-testid="blobs">
      {blobs.length === 0 && <p>The store holds no content.</p>}
      <ul class="blobs">
        {blobs.map(({ sha256, size, state, usedBy }) => (
          <li key={sha256} data-testid={`blob-${sha256.slice(0, 6)}`} data-state={state}>
            <p>
              <code>{sha256.slice(0, 12)}</code>
              <span class="chip" data-tone={TONES[state]}>
                {state}
              </span>
              <span class="quiet">{state === "missing" ? "no bytes" : `${size.toLocaleString("en")} B`}</span>
            </p>
            <p class="quiet">
              {usedBy.length === 0
                ? "No row needs it: the next clean-up may take it."
                : `needed by ${[...new Set(usedBy.map(({ turn, path }) => `${turn} for ${path}`))].join(", ")}`}
            </p>
            {state !== "missing" && (
              <p class="acts">
                <button type="button" class="btn" onClick={() => happen({ type: "store", action: "drop", sha256 })}>
                  <span>
                    Drop<span class="sr"> blob {sha256.slice(0, 6)}</span>
                  </span>
                </button>
                <button type="button" class="btn" onClick={() => happen({ type: "store", action: "alter", sha256 })}>
                  <span>
                    Alter a byte<span class="sr"> of blob {sha256.slice(0, 6)}</span>
                  </span>
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
      <div class="acts prune">
        <label class="tick">
          after
          <input
            class="field"
            inputMode="numeric"
            value={days}
            aria-label="Days that pass"
            onInput={({ currentTarget: { value } }) => {
              if (/^\d{1,4}$/.test(value)) setRevertInputs(bench, { days: Math.min(3650, Number(value)) });
            }}
          />
          days
        </label>
        <button type="button" class="btn" data-testid="prune" onClick={() => happen({ type: "prune", days })}>
          Prune
        </button>
      </div>
      <p class="quiet">
        Pruning takes rows that are older than the server keeps them, then every content that no row needs any more.
      </p>
    </div>
  );
}
