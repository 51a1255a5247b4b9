import { startEarly } from "./engine/start-early.ts";

// First of all: the engine loads while the page does, and is the last that the first result waits for.
const spawn = startEarly(() => new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" }));
void import("./page.tsx").then(({ openPage }) => openPage(spawn));
