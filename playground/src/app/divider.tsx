import { useEffect, useRef, useState } from "preact/hooks";

const LEAST = 20;
const MOST = 85;
const STEP = 4;

/** The kerf between the two centre panes: drag it, or move it with the arrow keys. */
export function Divider({ first = 62 }: { readonly first?: number | undefined }) {
  const [share, setShare] = useState(first);
  const box = useRef<HTMLHRElement>(null);
  const move = (wanted: number) => {
    const next = Math.max(LEAST, Math.min(MOST, Math.round(wanted)));
    setShare(next);
    box.current?.parentElement?.style.setProperty("--split", String(next));
  };
  useEffect(() => move(first), [first]);
  return (
    <hr
      ref={box}
      class="divider"
      tabIndex={0}
      aria-label="Height of the upper pane"
      aria-orientation="horizontal"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const around = event.currentTarget.parentElement?.getBoundingClientRect();
        if (around !== undefined) move(((event.clientY - around.top) / around.height) * 100);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowUp") move(share - STEP);
        else if (event.key === "ArrowDown") move(share + STEP);
        else return;
        event.preventDefault();
      }}
    />
  );
}
