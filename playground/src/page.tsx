import { render } from "preact";
import { Frame } from "./app/frame.tsx";
import { createFrameState } from "./app/frame-state.ts";
import { createWorkbench } from "./app/mod.ts";
import { followTheme } from "./app/theme.ts";
import { createEngine, type EngineWorker } from "./engine/client.ts";
import { EXAMPLES } from "./examples/registry.ts";
import { LABS } from "./labs/registry.ts";
import { keepOffline } from "./offline/keep-offline.ts";
import { firstView } from "./parts/mod.ts";
import { followAddress } from "./share/mod.ts";

/** A tree within the limits answers in milliseconds; what takes this long is stuck. */
const TIME_LIMIT_MS = 8000;
const LOAD_LIMIT_MS = 30_000;

/** Draws the page, and opens what its address asks for. */
export function openPage(spawn: () => EngineWorker): void {
  const bench = createWorkbench({
    createEngine: (onState) =>
      createEngine({
        spawn,
        timeLimitMs: TIME_LIMIT_MS,
        loadLimitMs: LOAD_LIMIT_MS,
        onState,
      }),
  });
  followTheme(document.documentElement);
  bench.openDocument(EXAMPLES[0].document);
  followAddress(bench);
  // Loaded while the frame is drawn; the frame asks again, and says so if it cannot be.
  void LABS.find(({ id }) => id === bench.document.peek().lab)
    ?.load()
    .catch(() => undefined);
  const root = document.getElementById("app");
  if (root !== null) {
    root.replaceChildren();
    render(<Frame bench={bench} state={createFrameState()} />, root);
  }
  void firstView.then(() => keepOffline(bench));
}
