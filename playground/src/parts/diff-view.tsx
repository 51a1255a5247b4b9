import { useState } from "preact/hooks";
import type { DiffRow } from "../engine/diff-rows.ts";
import { OddText } from "./odd-text.tsx";

/** A diff as one column or as two; spaces, tabs and line ends can be seen, and shared indentation is folded into a chip. */
export function DiffView({ rows }: { readonly rows: readonly DiffRow[] }) {
  const [isSplit, setSplit] = useState(false);
  const folded = sharedIndentation(rows);
  return (
    <div class="diff" data-testid="diff">
      <div class="hunk">
        <label class="tick">
          <input type="checkbox" checked={isSplit} onChange={(event) => setSplit(event.currentTarget.checked)} />
          before and after apart
        </label>
      </div>
      {isSplit ? (
        <div class="sides">
          <div role="group" aria-label="Before">
            <Lines rows={rows.filter(({ sign }) => sign !== "+")} folded={folded} />
          </div>
          <div role="group" aria-label="After">
            <Lines rows={rows.filter(({ sign }) => sign !== "-")} folded={folded} />
          </div>
        </div>
      ) : (
        <Lines rows={rows} folded={folded} />
      )}
    </div>
  );
}

const SIGN_WORDS = { " ": "", "+": "added", "-": "removed" } as const;

function Lines({ rows, folded }: { readonly rows: readonly DiffRow[]; readonly folded: number }) {
  return (
    <>
      {rows.map((row) => {
        const { sign, oldLine, newLine, text, changed } = row;
        const cut = text.trim() === "" ? 0 : folded;
        const odd = changed === null ? null : ([Math.max(0, changed[0] - cut), Math.max(0, changed[1] - cut)] as const);
        return (
          <div key={`${sign}${oldLine}-${newLine}`} class="line" data-sign={sign}>
            <span class="n">{oldLine || ""}</span>
            <span class="n">{newLine || ""}</span>
            <span class="sign">
              <span class="sr">{SIGN_WORDS[sign]}</span>
              <span aria-hidden="true">{sign === "-" ? "−" : sign}</span>
            </span>
            <code>
              {cut > 0 && <span class="fold">·{cut}</span>}
              <OddText text={text.slice(cut)} odd={odd} mark="b" />
            </code>
          </div>
        );
      })}
    </>
  );
}

/** Below this a chip is no shorter than the spaces. */
const LEAST = 4;

/** How many spaces all lines with text begin with; 0 when it is not worth folding, or a change lies in them. */
function sharedIndentation(rows: readonly DiffRow[]): number {
  const depths = rows
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, changed }) => Math.min(/^ */.exec(text)?.[0].length ?? 0, changed?.[0] ?? Number.POSITIVE_INFINITY));
  const shared = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  return Number.isFinite(shared) && shared >= LEAST ? shared : 0;
}
