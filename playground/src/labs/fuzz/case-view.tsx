import type { Workbench } from "../../app/mod.ts";
import { EMPTY_DOCUMENT } from "../../document/mod.ts";
import type { ShownFailure } from "../../fuzz/mod.ts";
import { Icon, PaneBar } from "../../parts/mod.ts";
import { CaseFields } from "./case-fields.tsx";
import { Compared } from "./compared.tsx";
import { copyText } from "./copying.ts";
import { commandOf, linkOf, matchDocument } from "./exports.ts";
import { shown } from "./fuzz-state.ts";
import { idOf, saveCase, savedCases } from "./saved-cases.ts";
import { ShrinkList, sizeOf } from "./shrink-list.tsx";

interface CaseViewProps {
  readonly bench: Workbench;
  readonly failure: ShownFailure | undefined;
}

/** The value that speaks against a law, what was expected of it, and the way on which it became small. */
export function CaseView({ bench, failure }: CaseViewProps) {
  if (failure === undefined) return <p class="empty">No case was found against a law.</p>;
  const { steps, counterexample, error, difference } = failure;
  const { step } = shown.value;
  const value = steps[step]?.value ?? counterexample;
  const isSmallest = step >= steps.length - 1;
  return (
    <div class="fuzz-case">
      <PaneBar title={isSmallest ? "Smallest case" : step === 0 ? "The case as it was met" : "A case on the way"}>
        <span class="grow" />
        <span class="quiet num">{sizeWords(steps, value)}</span>
      </PaneBar>
      <CaseFields value={value} />
      {isSmallest ? (
        <>
          {difference !== undefined && <Compared difference={difference} />}
          <p class="told" data-testid="case-error">
            {difference === undefined ? error : `Compared: ${difference.what}.`}
          </p>
        </>
      ) : (
        <p class="told">It was refuted here too; the message is of the smallest case.</p>
      )}
      <ShrinkList steps={steps} />
      <Keys failure={failure} />
      <Ways bench={bench} failure={failure} value={value} />
    </div>
  );
}

function sizeWords(steps: ShownFailure["steps"], value: unknown): string {
  const size = sizeOf(value);
  const first = steps[0] === undefined ? size : sizeOf(steps[0].value);
  return first === size ? `${size} bytes` : `${first} bytes, here ${size}`;
}

function Keys({ failure }: { readonly failure: ShownFailure }) {
  const { key } = failure;
  const command = commandOf(failure);
  if (key === null || command === null) return null;
  return (
    <section aria-label="Replay">
      <PaneBar title="Replay">
        <span class="grow" />
        <span class="quiet">page, command line, CI</span>
      </PaneBar>
      <div class="replay">
        <CopyLine what="The key" text={key} testid="replay-key" />
        <CopyLine what="The command" text={command} testid="replay-command" />
      </div>
    </section>
  );
}

function CopyLine({ what, text, testid }: { readonly what: string; readonly text: string; readonly testid: string }) {
  return (
    <p>
      <code data-testid={testid}>{text}</code>
      <button type="button" class="btn bare" aria-label={`Copy: ${what}`} onClick={() => void copyText(what, text)}>
        <Icon name="copy" />
      </button>
    </p>
  );
}

interface WaysProps {
  readonly bench: Workbench;
  readonly failure: ShownFailure;
  readonly value: unknown;
}

function Ways({ bench, failure, value }: WaysProps) {
  const { key, mutant, error } = failure;
  const opened = matchDocument(value);
  const link = linkOf(failure);
  const isSaved = key !== null && savedCases.value.some((one) => idOf(one) === idOf({ key, mutant }));
  return (
    <div class="ways">
      <div class="acts">
        {opened !== null && (
          <button
            type="button"
            class="btn main"
            data-testid="open-in-match"
            onClick={() => bench.openDocument({ ...EMPTY_DOCUMENT, ...opened })}
          >
            Open in the Match lab
          </button>
        )}
        {link !== null && (
          <button type="button" class="btn" data-testid="copy-link" onClick={() => void copyText("The link", link)}>
            Copy link
          </button>
        )}
        {key !== null && (
          <button
            type="button"
            class="btn"
            data-testid="save-case"
            disabled={isSaved}
            onClick={() => void saveCase({ key, mutant, error })}
          >
            {isSaved ? "Saved" : "Save"}
          </button>
        )}
      </div>
      {opened === null && (
        <p class="quiet" data-testid="no-lab">
          This case is no edit of one text, so no lab shows it. Export has it as a test and as JSON.
        </p>
      )}
      {opened !== null && mutant !== null && (
        <p class="quiet">The Match lab shows what the product does with it: the fault is not put in there.</p>
      )}
    </div>
  );
}
