import { useEffect, useRef } from "preact/hooks";
import type { ShownFailure } from "../../fuzz/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { shown } from "./fuzz-state.ts";
import { number } from "./live-view.tsx";

/** The way from the first value that failed to the smallest, to be walked. */
export function ShrinkList({ steps }: Pick<ShownFailure, "steps">) {
  const { step } = shown.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[step];
    if (list.current === null || !(row instanceof HTMLElement)) return;
    // Only the list is moved; the pane around it stays where the reader has it.
    const top = row.offsetTop - list.current.offsetTop;
    const hidden = top + row.offsetHeight - list.current.clientHeight;
    list.current.scrollTop = Math.min(Math.max(list.current.scrollTop, hidden), top);
  }, [step, steps]);
  if (steps.length === 0) return null;
  const sizes = steps.map(({ value }) => sizeOf(value));
  const most = Math.max(...sizes);
  const goTo = (wanted: number) => {
    shown.value = { ...shown.peek(), step: Math.min(steps.length - 1, Math.max(0, wanted)) };
  };
  return (
    <section aria-label="How it became small">
      <PaneBar title="Shrinking">
        <span class="quiet num" data-testid="shrink-place">
          {step + 1} of {steps.length}
        </span>
        <span class="grow" />
        <button type="button" class="btn" disabled={step <= 0} data-testid="step-back" onClick={() => goTo(step - 1)}>
          Larger
        </button>
        <button
          type="button"
          class="btn"
          disabled={step >= steps.length - 1}
          data-testid="step-on"
          onClick={() => goTo(step + 1)}
        >
          Smaller
        </button>
      </PaneBar>
      <ol class="shrink scroll" ref={list}>
        {sizes.map((size, index) => (
          <li key={steps[index]?.key}>
            <button type="button" aria-current={index === step ? "step" : undefined} onClick={() => goTo(index)}>
              <b class="num">{index + 1}</b>
              <svg aria-hidden="true">
                <rect width={`${(100 * size) / most}%`} height="100%" />
              </svg>
              <span class="num">{number(size)} B</span>
              <span class="soft">{wordsFor(index, steps.length)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function wordsFor(index: number, count: number): string {
  if (index === count - 1) return "smallest";
  return index === 0 ? "as met" : "";
}

/** Bytes of a case as JSON. */
export function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
