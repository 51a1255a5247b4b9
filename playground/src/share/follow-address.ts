import { effect } from "@preact/signals";
import type { Workbench } from "../app/mod.ts";
import { parseRoute, type Route } from "../app/route.ts";
import { EXAMPLES } from "../examples/registry.ts";
import { decodeLink, shortLink } from "./link.ts";

/** Browsers allow only so many changes of the address in a while. */
const EVERY_MS = 1000;

/**
 * Opens what the address asks for, now and whenever it changes, and keeps the address to what is open: at most once a
 * second, only for real changes, and only while it stays short enough.
 */
export function followAddress(bench: Workbench): void {
  open(bench, parseRoute(location.hash));
  addEventListener("hashchange", () => open(bench, parseRoute(location.hash)));
  let isWaiting = false;
  let known = bench.document.peek();
  let place = bench.lesson.peek();
  effect(() => {
    const now = bench.document.value;
    const lesson = bench.lesson.value;
    if (now === known && lesson === place) return;
    known = now;
    place = lesson;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      // The step says what is open; what was tried in it is shared as a link of its own.
      if (place !== null) {
        history.replaceState(null, "", `#lesson=${place.id}/${place.step}`);
        return;
      }
      const isExample = EXAMPLES.some(({ document }) => document === known);
      const wanted = (isExample ? null : shortLink(known)) ?? `#lab=${known.lab}`;
      if (wanted !== location.hash) history.replaceState(null, "", wanted);
    }, EVERY_MS);
  });
}

function open(bench: Workbench, route: Route): void {
  switch (route.kind) {
    case "lab":
      bench.change({ lab: route.id });
      break;
    case "link": {
      const decoded = decodeLink(route.version, route.payload);
      if (decoded.kind === "document") bench.openDocument(decoded.document);
      else bench.notice.value = { tone: "bad", sentence: `This link could not be opened: ${decoded.message}.` };
      break;
    }
    case "lesson":
      bench.lesson.value = { id: route.id, step: route.step };
      break;
    case "replay":
      bench.replay.value = route.key;
      bench.change({ lab: "fuzz" });
      break;
    case "none":
      break;
  }
}
