import { useState } from "preact/hooks";
import type { MatchStrategy } from "../../../../runtime/edit/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import { Icon, StrategyMark } from "../../parts/mod.ts";
import { isReordered, matchInputs, setMatchInputs, strategyOrder } from "./match-inputs.ts";

const SWITCHES = [
  { field: "fallThrough", title: "fall through" },
  { field: "anySpan", title: "no oversize check" },
  { field: "keepLineEnds", title: "keep line ends" },
] as const;

/** Rules to switch off, in a dress of their own: nothing here is what the server does. */
export function WhatIfPanel({ bench }: { readonly bench: Workbench }) {
  const asked = matchInputs(bench);
  const [isOpen, setOpen] = useState(isReordered(asked));
  const order = strategyOrder(asked);
  const setOrder = (next: readonly MatchStrategy[]) => setMatchInputs(bench, { order: [...next] });
  return (
    <div class="whatif" data-testid="what-if" role="group" aria-label="What if, not what the server does">
      <b>What if</b>
      <span class="soft">not what the server does</span>
      <label class="tick">
        <input
          type="checkbox"
          checked={isOpen}
          onChange={(event) => {
            setOpen(event.currentTarget.checked);
            if (!event.currentTarget.checked) setOrder([]);
          }}
        />
        reorder
      </label>
      {SWITCHES.map(({ field, title }) => (
        <label key={field} class="tick">
          <input
            type="checkbox"
            checked={asked[field]}
            onChange={(event) => setMatchInputs(bench, { [field]: event.currentTarget.checked })}
          />
          {title}
        </label>
      ))}
      {isOpen && (
        <ol class="order" aria-label="Order of the strategies">
          {order.map((strategy, index) => (
            <li key={strategy}>
              <button
                type="button"
                class="btn bare"
                aria-label={`${strategy} earlier`}
                title={`${strategy} earlier`}
                disabled={index === 0}
                onClick={() => setOrder(swapped(order, index, index - 1))}
              >
                <Icon name="left" />
              </button>
              <span title={strategy}>
                <StrategyMark strategy={strategy} state="empty" />
                <span class="sr">{strategy}</span>
              </span>
              <button
                type="button"
                class="btn bare"
                aria-label={`${strategy} later`}
                title={`${strategy} later`}
                disabled={index === order.length - 1}
                onClick={() => setOrder(swapped(order, index, index + 1))}
              >
                <Icon name="right" />
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function swapped<Item>(items: readonly Item[], a: number, b: number): Item[] {
  const next = [...items];
  const [first, second] = [items[a], items[b]];
  if (first === undefined || second === undefined) return next;
  next[a] = second;
  next[b] = first;
  return next;
}
