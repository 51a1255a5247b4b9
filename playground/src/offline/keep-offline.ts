import type { Workbench } from "../app/mod.ts";

/** Registers the service worker of a built page. Where there is none (a folder opened as files, no https) nothing is kept. */
export function keepOffline(bench: Workbench): void {
  // Browsers have none outside of https and loopback, nor in some private windows.
  const { serviceWorker }: Partial<Navigator> = navigator;
  if (!import.meta.env.PROD || serviceWorker === undefined) return;
  const isUpdate = serviceWorker.controller !== null;
  serviceWorker.register(new URL("sw.js", document.baseURI)).then(
    (registration) => {
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", (event) => {
          const worker = event.target instanceof ServiceWorker ? event.target : null;
          if (worker?.state !== "installed") return;
          document.documentElement.dataset.offline = "ready";
          if (isUpdate)
            bench.notice.value = { tone: "good", sentence: "A newer version of this page is here; reload to use it." };
        });
      });
      if (registration.active !== null) document.documentElement.dataset.offline = "ready";
    },
    () => {
      // The page works as well without.
    },
  );
}
