import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly View: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Stands at the end of the row, whichever tab is open. */
  readonly aside?: ComponentChildren;
}

/** Tabs with one panel: arrows move between them. */
export function Tabs({ label, tabs, aside }: TabsProps) {
  const base = useId();
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );
  const open = tabs[at];
  const move = (step: number, from: HTMLElement) => {
    const next = (at + step + tabs.length) % tabs.length;
    setChosen(tabs[next]?.id);
    from.parentElement?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div class="tabs">
        <div role="tablist" aria-label={label}>
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${base}-${id}`}
              data-testid={`tab-${id}`}
              aria-selected={id === open?.id}
              aria-controls={`${base}-panel`}
              tabIndex={id === open?.id ? 0 : -1}
              onClick={() => setChosen(id)}
              onKeyDown={(event) => {
                if (event.key === "ArrowRight") move(1, event.currentTarget);
                else if (event.key === "ArrowLeft") move(-1, event.currentTarget);
              }}
            >
              {title}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        class="code scroll"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${open?.id}`}
        data-testid="tab-panel"
        tabIndex={0}
      >
        {open?.View()}
      </div>
    </>
  );
}
