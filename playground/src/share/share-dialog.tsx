import { useState } from "preact/hooks";
import { VERSION } from "../../../runtime/version.ts";
import { Dialog } from "../app/dialog.tsx";
import type { FrameState } from "../app/frame-state.ts";
import type { Lab, Workbench } from "../app/mod.ts";
import { encodeLink, LINK_LIMIT } from "./link.ts";
import { saveFile } from "./save-file.ts";

interface ShareDialogProps {
  readonly bench: Workbench;
  readonly state: FrameState;
  readonly lab: Lab | null;
}

export function ShareDialog(props: ShareDialogProps) {
  return (
    <Dialog state={props.state} name="share" title="Share and export">
      <Ways {...props} />
    </Dialog>
  );
}

function Ways({ bench, lab }: ShareDialogProps) {
  const [said, setSaid] = useState("");
  const document = bench.document.value;
  const hash = encodeLink(document);
  const fits = hash.length <= LINK_LIMIT;
  const link = `${location.href.split("#")[0]}${hash}`;
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`${what} is copied.`);
    } catch {
      setSaid("The browser did not allow copying; select the text and copy it by hand.");
    }
  };
  const saveState = () => saveFile("state.mortise.json", "application/json", [JSON.stringify(document)]);
  return (
    <div class="body">
      <label for="share-link">A link that holds everything: files, events, the edit and the switches.</label>
      <textarea
        id="share-link"
        class="field wide"
        readOnly
        value={fits ? link : "Too long for a link; save it as a file instead."}
      />
      <div
        class="meter"
        data-tone={fits ? undefined : "bad"}
        data-testid="link-meter"
        data-state={fits ? "fits" : "too-long"}
      >
        <span class="soft">
          {hash.length.toLocaleString("en")} of {LINK_LIMIT.toLocaleString("en")} characters
        </span>
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
          <rect width={Math.min(100, (100 * hash.length) / LINK_LIMIT)} height="1" />
        </svg>
      </div>
      <div class="acts">
        <button type="button" class="btn main" disabled={!fits} onClick={() => void copy("The link", link)}>
          Copy link
        </button>
        <button type="button" class={fits ? "btn" : "btn main"} onClick={saveState}>
          Save as a file
        </button>
        <button
          type="button"
          class="btn"
          onClick={async () => {
            const { zipFiles } = await import("./zip-files.ts");
            saveFile("tree.zip", "application/zip", [zipFiles(bench)]);
          }}
        >
          Save the tree as zip
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => void copy("The report", issueText(bench, lab, fits ? link : null))}
        >
          Copy as issue
        </button>
      </div>
      <p role="status">{said}</p>
    </div>
  );
}

/** A report in Markdown: the sentence, the way to see it, the versions, and what the lab has to say. */
export function issueText(bench: Workbench, lab: Lab | null, link: string | null): string {
  const headline = lab?.headline(bench);
  const where =
    link === null
      ? "The state is too large for a link and is attached as a file."
      : `[Open it in the playground](${link})`;
  return [
    `### ${headline?.sentence ?? "A case from the playground"}`,
    headline?.why ?? "",
    where,
    `Mortise ${VERSION}`,
    lab?.report?.(bench) ?? "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
