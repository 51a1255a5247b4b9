/** A page that has no result by then, as with an engine that hangs, goes on without. */
const LIMIT_MS = 2000;

let open: () => void = () => undefined;

/** Fulfilled once the first result is on the page. What is not needed for it waits, so that it comes soon on a slow machine. */
export const firstView = new Promise<void>((resolve) => {
  open = resolve;
  setTimeout(resolve, LIMIT_MS);
});

/** Called when a result was drawn. */
export function firstViewIsThere(): void {
  open();
}
