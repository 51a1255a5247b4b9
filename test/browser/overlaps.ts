import type { Page } from "playwright-core";

/** Controls that can be seen and lie over each other, two in a line. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wanted = "button, a[href], input, select, textarea, summary, [role=tab]";
    /** As much of it as the panes around it show. */
    const shownBox = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const pane = around.getBoundingClientRect();
        [left, right] = [Math.max(left, pane.left), Math.min(right, pane.right)];
        [top, bottom] = [Math.max(top, pane.top), Math.min(bottom, pane.bottom)];
      }
      return new DOMRect(left, top, right - left, bottom - top);
    };
    // What was scrolled away, or something else lies on, cannot be pressed and is looked at where it can.
    const seen = [...document.querySelectorAll(wanted)].flatMap((element) => {
      const box = shownBox(element);
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return hit !== null && element.contains(hit) ? [{ element, box }] : [];
    });
    const named = (element: Element) => element.outerHTML.slice(0, 120);
    return seen.flatMap((one, index) =>
      seen.slice(index + 1).flatMap((other) => {
        if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        return wide > 1 && high > 1 ? [`${named(one.element)} and ${named(other.element)}`] : [];
      }),
    );
  });
}
