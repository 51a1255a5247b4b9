import type { Shown } from "./shown.ts";

/** The trace in words: what was asked, what was found, and what follows from it. */
export function ExplainView({ shown: { edit, answer, isWhatIf } }: { readonly shown: Shown }) {
  const { result } = answer;
  if (edit === null) return <div class="words">{!result.success && <p>{result.error}</p>}</div>;
  const asked = edit.rows.filter(({ ran }) => ran);
  const empty = asked.filter(({ candidates }) => candidates === 0).map(({ strategy }) => strategy);
  const speaker = edit.rows.findLast(({ candidates }) => candidates > 0);
  const unasked = edit.rows.filter(({ reason }) => reason === "not_reached").length;
  return (
    <div class="words" data-testid="explain">
      {empty.length > 0 && (
        <p>
          <b>{listed(empty)}</b> looked first and saw no place
          {speaker === undefined ? "." : ", so a looser rule was asked."}
        </p>
      )}
      {speaker !== undefined && (
        <p>
          <b>{speaker.strategy}</b> saw {speaker.candidates === 1 ? "one place" : `${speaker.candidates} places`} and
          decided. The first rule that sees anything decides, so the pickiest must look first
          {unasked > 0 ? `; the ${unasked} after it were not asked.` : "."}
        </p>
      )}
      {speaker?.reading !== undefined && (
        <p>
          It took the needle for <code>{JSON.stringify(speaker.reading)}</code>.
        </p>
      )}
      {edit.errorCode === null ? (
        <p>
          The new text is laid onto the place with the file's own indentation and line ends.{" "}
          {edit.onlySpans ? "Compared byte by byte, nothing outside of it changed." : ""}
        </p>
      ) : (
        <p>{edit.message}.</p>
      )}
      {edit.warning !== null && <p>{edit.warning}</p>}
      {edit.requiresReview && <p>Only the first and the last line were compared, so the answer asks for a review.</p>}
      {isWhatIf && (
        <p>
          <b>The server</b> answers otherwise:{" "}
          {result.success ? "it places this edit by its own rules." : `it refuses with ${result.error_code}.`}
        </p>
      )}
    </div>
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
