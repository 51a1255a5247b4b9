import type { Workbench } from "../../app/mod.ts";
import type { ShownEdit } from "../../engine/operations/preview.ts";
import { strategyLetter } from "../../parts/mod.ts";
import { linesOf } from "./headline.ts";

/** As many as an error names. */
const NAMED = 10;

/** The places that were found, or the nearest text when there was none; each brings its lines into view. */
export function PlaceList({ bench, edit }: { readonly bench: Workbench; readonly edit: ShownEdit }) {
  const { match, places } = edit;
  const closest = match.kind === "refused" ? match.closestMatch : undefined;
  const text = bench.file.value?.text ?? "";
  if (places.length === 0 && closest === undefined) return null;
  const total = edit.rows.findLast(({ candidates }) => candidates > 0)?.candidates ?? 0;
  return (
    <>
      <div class="bar">
        <h2>{closest === undefined ? "Places" : "Nearest text"}</h2>
        <span class="grow" />
        <span class="quiet">
          {closest === undefined
            ? `${Math.min(total, NAMED)} of ${total}`
            : `${Math.round(closest.similarity * 100)} % alike`}
        </span>
      </div>
      <ol class="places" data-testid="places">
        {places.slice(0, NAMED).map((place) => (
          <PlaceButton
            key={place.start}
            lines={linesOf(place)}
            text={firstLine(text.slice(place.start, place.end))}
            letter={match.strategy === undefined ? "" : strategyLetter(match.strategy)}
            edge={edit.errorCode === null ? "chosen" : "competing"}
            onClick={() => bench.showLine(place.startLine)}
          />
        ))}
        {closest !== undefined && (
          <PlaceButton
            lines={linesOf(closest)}
            text={firstLine(closest.text)}
            letter=""
            edge="closest"
            onClick={() => bench.showLine(closest.startLine)}
          />
        )}
      </ol>
    </>
  );
}

interface PlaceButtonProps {
  readonly lines: string;
  readonly text: string;
  readonly letter: string;
  readonly edge: "chosen" | "competing" | "closest";
  readonly onClick: () => void;
}

function PlaceButton({ lines, text, letter, edge, onClick }: PlaceButtonProps) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        <i class="role" data-s={letter} data-role={edge} />
        <span>{lines}</span>
        <code class="cut">{text}</code>
      </button>
    </li>
  );
}

function firstLine(text: string): string {
  const line = text.split(/\r\n|\n|\r/).find((one) => one.trim() !== "") ?? "";
  return line.trim().slice(0, 120);
}
