import { render } from "preact";
import { Frame } from "./app/frame.tsx";
import { createFrameState } from "./app/frame-state.ts";
import { createWorkbench } from "./app/mod.ts";
import { followTheme } from "./app/theme.ts";
import { createEngine } from "./engine/client.ts";
import { EXAMPLES } from "./examples/registry.ts";
import { keepOffline } from "./offline/keep-offline.ts";
import { followAddress } from "./share/mod.ts";

/** A tree within the limits answers in milliseconds; what takes this long is stuck. */
const TIME_LIMIT_MS = 8000;
const LOAD_LIMIT_MS = 30_000;

const bench = createWorkbench({
  createEngine: (onState) =>
    createEngine({
      spawn: () => new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" }),
      timeLimitMs: TIME_LIMIT_MS,
      loadLimitMs: LOAD_LIMIT_MS,
      onState,
    }),
});
followTheme(document.documentElement);
bench.openDocument(EXAMPLES[0].document);
followAddress(bench);
const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<Frame bench={bench} state={createFrameState()} />, root);
}
keepOffline(bench);
