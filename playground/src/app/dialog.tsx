import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FrameState } from "./frame-state.ts";

interface DialogProps {
  readonly state: FrameState;
  readonly name: Exclude<FrameState["dialog"]["value"], null>;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A modal dialog of the browser's own: it keeps the focus and gives it back. Its content exists only while it is open. */
export function Dialog({ state, name, title, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = state.dialog.value === name;
  useEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  const close = () => {
    if (state.dialog.peek() === name) state.dialog.value = null;
  };
  return (
    <dialog ref={box} class="dialog" aria-label={title} data-testid={`dialog-${name}`} onClose={close}>
      {isOpen && (
        <>
          <div class="bar">
            <h2 class="grow">{title}</h2>
            <button type="button" class="btn" onClick={close}>
              Close
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
