import { VERSION } from "../../../runtime/version.ts";
import { Dialog } from "./dialog.tsx";
import type { FrameState } from "./frame-state.ts";
import { KEYS } from "./keys.ts";

export function HelpDialog({ state }: { readonly state: FrameState }) {
  return (
    <Dialog state={state} name="help" title="Keys and help">
      <div class="body">
        <dl class="keylist">
          {KEYS.map(({ keys, does }) => [
            <dt key={keys}>
              <kbd>{keys}</kbd>
            </dt>,
            <dd key={does}>{does}</dd>,
          ])}
        </dl>
        <p class="soft">
          This page runs the same code as the server, version {VERSION}, on a tree in memory. Nothing you type leaves
          the page: after loading it asks only for its own files.
        </p>
      </div>
    </Dialog>
  );
}
