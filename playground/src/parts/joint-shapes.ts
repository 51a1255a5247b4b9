import type { Joint } from "../app/mod.ts";

const SLOT = "M0 14h16v17h20V14h16v26H0z";
const TENON = "M4 0h44v11.5H33.5v17h-15v-17H4z";
const RAISED = "M4 0h44v7H33.5v6h-15V7H4z";

/** Wood below, tenon above; the tenon has the colour of the result. */
export const JOINT_SHAPES: Readonly<
  Record<Joint, { readonly wood: string; readonly tenon: string; readonly crack?: string }>
> = {
  open: { wood: SLOT, tenon: "M4 0h44v4H33.5v5h-15V4H4z" },
  seated: { wood: SLOT, tenon: TENON },
  two: { wood: "M0 16h7v15h12V16h14v15h12V16h7v24H0z", tenon: "M8 0h36v6H32v6H20V6H8z" },
  absent: { wood: "M0 18h52v22H0z", tenon: RAISED },
  wide: { wood: "M0 14h7v17h38V14h7v26H0z", tenon: TENON },
  moved: { wood: "M0 16h27v15h18V16h7v24H0z", tenon: "M0 0h38v7H25v6H10V7H0z" },
  split: { wood: SLOT, tenon: TENON, crack: "M6 40l5-8-4-6 5-7" },
};
