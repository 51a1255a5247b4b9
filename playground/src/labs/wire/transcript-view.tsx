import type { Workbench } from "../../app/mod.ts";
import type { Reading } from "../../wire/mod.ts";
import { wireInputs } from "./wire-inputs.ts";

interface TranscriptProps {
  readonly bench: Workbench;
  readonly reading: Reading;
}

/** The conversation as the model will read it next: with the cut, and as it would stand without. */
export function TranscriptView({ bench, reading }: TranscriptProps) {
  if (reading.kind === "refused") return <p class="empty">{reading.message}</p>;
  const { text, uncut } = wireInputs.of(bench);
  const { calls, cut } = reading.end;
  const prose = reading.answer.content_before;
  return (
    <div class="transcript" data-testid="transcript" data-whatif={uncut ? "" : undefined}>
      <label class="whatif">
        <input
          type="checkbox"
          checked={uncut}
          data-testid="uncut"
          onChange={(event) => wireInputs.set(bench, { uncut: event.currentTarget.checked })}
        />
        What if nothing were cut: not what the product does
      </label>
      <dl>
        {uncut ? (
          <div>
            <dt>assistant</dt>
            <dd>{text}</dd>
          </div>
        ) : (
          <>
            {prose !== null && (
              <div>
                <dt>assistant</dt>
                <dd>{prose}</dd>
              </div>
            )}
            {calls.map((call, index) => (
              <div key={call.start}>
                <dt>assistant calls</dt>
                <dd>
                  <b>{call.name}</b> {JSON.stringify(call.arguments)}
                </dd>
                <dt>tool</dt>
                <dd class="quiet">what {index === 0 ? "the tool" : call.name} really answers stands here</dd>
              </div>
            ))}
          </>
        )}
      </dl>
      <p class="soft">
        {uncut && cut !== null
          ? "No tool ran, and the model goes on from a result that it invented."
          : uncut
            ? "Nothing was made up here, so the two are the same but for their form."
            : cut !== null
              ? "The invented result is not in it, so the model cannot go on from it."
              : "Nothing had to be cut."}
      </p>
    </div>
  );
}
