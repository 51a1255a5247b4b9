import type { ComponentChildren } from "preact";

/** The head of a pane: its name, and what stands to the right of it. */
export function PaneBar({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="bar">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
