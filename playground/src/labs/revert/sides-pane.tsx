import type { Workbench } from "../../app/mod.ts";
import type { Content } from "../../engine/operations/turns.ts";
import { DiffView, OddText, PaneBar, Tabs } from "../../parts/mod.ts";
import { openSides } from "./revert-results.ts";
import { ShellNote } from "./shell-note.tsx";

/** The three contents of a path: before the turn, as the agent left it, and now. */
export function SidesPane({ bench }: { readonly bench: Workbench }) {
  const sides = openSides(bench);
  if (sides === null)
    return (
      <>
        <PaneBar title="Three contents" />
        <p class="empty">
          A turn that wrote a file shows here what was before it, what it left, and what is there now.
        </p>
      </>
    );
  const { path, before, left, now, newer, back } = sides;
  return (
    <>
      <PaneBar title="Three contents">
        <span class="quiet mono cut">{path}</span>
      </PaneBar>
      <ShellNote narrow />
      <Tabs
        label="Contents of the path"
        tabs={[
          {
            id: "three",
            title: "Side by side",
            View: () => (
              <div class="three" data-testid="three">
                <Side title="before the turn" content={before} against={left} />
                <Side title="left by the agent" content={left} against={before} />
                <Side title="now" content={now} against={left} />
              </div>
            ),
          },
          {
            id: "newer",
            title: "Newer work",
            View: () =>
              newer.length === 0 ? <p class="empty">Nobody changed it since the agent.</p> : <DiffView rows={newer} />,
          },
          {
            id: "back",
            title: "What a revert does",
            View: () =>
              back.length === 0 ? <p class="empty">It is as it was before the turn.</p> : <DiffView rows={back} />,
          },
        ]}
      />
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly content: Content;
  /** Lines that this one does not have are marked. */
  readonly against: Content;
}

function Side({ title, content, against }: SideProps) {
  const other = new Set(linesOf(against));
  return (
    <section aria-label={title}>
      <h3>
        {title}
        <span class="quiet mono only-wide">{content.sha256 === null ? "" : content.sha256.slice(0, 6)}</span>
      </h3>
      {content.kind === "missing" && <p class="empty">There is no file.</p>}
      {content.kind === "unknown" && <p class="empty">The content is not known: it was not kept, or is lost.</p>}
      {content.kind === "bytes" && <p class="empty">{content.size} bytes that are no text.</p>}
      {content.kind === "text" && (
        <pre>
          {linesOf(content).map((line, index) => (
            // A content is drawn anew as a whole, so the place is the key.
            <span key={`${index}${line}`} class="row-line" data-new={other.has(line) ? undefined : ""}>
              <span class="mark" aria-hidden="true">
                {other.has(line) ? "" : "≠"}
              </span>
              <OddText text={line} />
            </span>
          ))}
        </pre>
      )}
    </section>
  );
}

function linesOf({ text }: Content): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
