import { replay, replaySaved, retried, run } from "./fuzz-state.ts";
import { dropCase, idOf, isStoreRefused, type SavedCase, savedCases } from "./saved-cases.ts";

/** Cases that the user kept in this browser, and what they come to now. */
export function SavedView() {
  const cases = savedCases.value;
  if (cases.length === 0 && !isStoreRefused.value) {
    return <p class="empty">Cases that you save stay in this browser, to be tried again.</p>;
  }
  return (
    <div class="saved">
      {isStoreRefused.value && (
        <p data-tone="warn" class="dark-told" data-testid="store-refused">
          This browser keeps nothing for this page, so saved cases last until it is closed. The key of a case opens it
          again.
        </p>
      )}
      <div class="acts">
        <button
          type="button"
          class="btn"
          data-testid="replay-saved"
          disabled={run.value === "running" || cases.length === 0}
          onClick={replaySaved}
        >
          Try all again
        </button>
      </div>
      <ul>
        {cases.map((one) => (
          <SavedRow key={idOf(one)} one={one} />
        ))}
      </ul>
    </div>
  );
}

const WORDS = { fixed: "FIXED", "still fails": "STILL FAILS" } as const;

function SavedRow({ one }: { readonly one: SavedCase }) {
  const { key, mutant, error } = one;
  const state = retried.value.get(idOf(one));
  return (
    <li data-tone={state === undefined ? "none" : state === "fixed" ? "good" : "bad"}>
      <p class="saved-head">
        <code>{key}</code>
        {state !== undefined && (
          <span class="chip" data-testid={`saved-${idOf(one)}`}>
            {WORDS[state]}
          </span>
        )}
      </p>
      {mutant !== null && (
        <p class="quiet">
          with the fault <code>{mutant}</code> put in
        </p>
      )}
      <p class="soft">{error.split("\n")[0]}</p>
      <div class="acts">
        <button type="button" class="btn" onClick={() => replay(key, mutant)}>
          Open<span class="sr"> {key}</span>
        </button>
        <button type="button" class="btn bare" onClick={() => void dropCase(one)}>
          Forget<span class="sr"> {key}</span>
        </button>
      </div>
    </li>
  );
}
