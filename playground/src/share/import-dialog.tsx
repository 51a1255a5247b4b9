import { useEffect } from "preact/hooks";
import { Dialog } from "../app/dialog.tsx";
import { ExamplePicker } from "../app/example-picker.tsx";
import type { FrameState } from "../app/frame-state.ts";
import type { Workbench } from "../app/mod.ts";
import { DOCUMENT_LIMITS } from "../document/mod.ts";
import { documentFromFiles } from "./pick-files.ts";

/** Files, a folder or a saved state, picked or dropped anywhere on the page. */
export function ImportDialog({ bench, state }: { readonly bench: Workbench; readonly state: FrameState }) {
  useEffect(() => listenForDrops((files) => void take(bench, state, files)), [bench, state]);
  const picker = (label: string, isFolder: boolean) => (
    <label class="tick">
      {label}
      <input
        type="file"
        multiple
        ref={(input) => {
          if (input !== null) input.webkitdirectory = isFolder;
        }}
        data-testid={isFolder ? "pick-folder" : "pick-files"}
        onChange={(event) => void take(bench, state, [...(event.currentTarget.files ?? [])])}
      />
    </label>
  );
  return (
    <Dialog state={state} name="import" title="Import">
      <div class="body">
        <p class="soft">
          At most {DOCUMENT_LIMITS.files} files and {DOCUMENT_LIMITS.bytes / 1024 / 1024} MiB. They stay in this page:
          nothing is sent anywhere, and nothing is written back to your disk. You can also drop files on the page.
        </p>
        {picker("Files, or a saved state", false)}
        {picker("A folder", true)}
        <div class="tick">
          An example
          <ExamplePicker bench={bench} />
        </div>
      </div>
    </Dialog>
  );
}

async function take(bench: Workbench, state: FrameState, files: readonly File[]): Promise<void> {
  const picked = await documentFromFiles(files);
  state.dialog.value = null;
  if (picked.kind === "document") bench.openDocument({ ...picked.document, lab: bench.document.peek().lab });
  else bench.notice.value = { tone: "bad", sentence: `Nothing was imported: ${picked.message}.` };
}

function listenForDrops(take: (files: readonly File[]) => void): () => void {
  const allow = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  document.addEventListener("dragover", allow);
  document.addEventListener("drop", drop);
  return () => {
    document.removeEventListener("dragover", allow);
    document.removeEventListener("drop", drop);
  };
}
