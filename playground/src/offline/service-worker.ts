/** The build puts the version of the page and the names of its files here. */
declare const PAGE_VERSION: string;
declare const PAGE_FILES: readonly string[];
/** Large ones, which are kept once somebody asked for them. */
declare const LATER_FILES: readonly string[];

/** As much of a service worker's events as is used; the library of types has them only for workers. */
interface WaitableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface RequestEvent extends WaitableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const PREFIX = "mortise-page-";
const CACHE = `${PREFIX}${PAGE_VERSION}`;

/** Handed the event under the type that its name promises. */
function on<Kind extends Event>(name: string, listener: (event: Kind) => void): void {
  addEventListener(name, listener as EventListener);
}

on<WaitableEvent>("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...PAGE_FILES])));
});

on<WaitableEvent>("activate", (event) => {
  const drop = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(drop());
});

on<RequestEvent>("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept !== undefined) return kept;
    const response = await fetch(request);
    if (response.ok && LATER_FILES.some((name) => request.url === new URL(name, location.href).href)) {
      event.waitUntil(cache.put(request, response.clone()));
    }
    return response;
  };
  event.respondWith(answer());
});

export {};
