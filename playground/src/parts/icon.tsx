const SHAPES = {
  file: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  folder: "M1.5 3.5h5l1.5 2h6.5v7.5h-13z",
  share:
    "M6.5 9.5l3-3M7.5 4.500l1.600-1.600a2.900 2.900 0 0 1 4.100 4.100L11.500 8.500M8.500 11.500l-1.600 1.600a2.900 2.900 0 0 1-4.100-4.100L4.500 7.500",
  import: "M8 1.500v8.500M4.500 6.500L8 10l3.500-3.500M1.500 10.500v4h13v-4",
  theme: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 2v12M8 4.500h3.500M8 7.500h5M8 10.500h4",
  menu: "M2 4h12M2 8h12M2 12h12",
  lesson:
    "M2 3.500c2.500-1 4.500-0.500 6 1c1.500-1.500 3.500-2 6-1v9c-2.500-1-4.500-0.500-6 1c-1.500-1.500-3.500-2-6-1zM8 4.500v9",
  tick: "M3 8.500l3.500 3.500L13 4.500",
  play: "M4.500 2.500v11l9-5.500z",
  pause: "M5 3v10M11 3v10",
  back: "M10.500 3L5.500 8l5 5",
  on: "M5.500 3l5 5-5 5",
  copy: "M5.500 5.500h8v8h-8zM10.500 2.500h-8v8",
  left: "M10 4L6 8l4 4",
  right: "M6 4l4 4-4 4",
} as const;

export type IconName = keyof typeof SHAPES;

/** Always beside a word, or on a button that has a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
