import { firstView } from "../first-view.ts";

let last: Promise<unknown> = firstView;

/**
 * The code of editors, for one of them at a time: they are made one after the other behind the first view, and between two
 * of them the page answers.
 */
export async function loadInTurn(): Promise<typeof import("./mount-editor.ts")> {
  const before = last;
  last = before.then(() => new Promise((resolve) => setTimeout(resolve)));
  await before;
  return import("./mount-editor.ts");
}
