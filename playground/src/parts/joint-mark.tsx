import type { Joint } from "../app/mod.ts";
import { JOINT_SHAPES } from "./joint-shapes.ts";

export function JointMark({ joint }: { readonly joint: Joint }) {
  const { wood, tenon, crack } = JOINT_SHAPES[joint];
  return (
    <svg class="joint" viewBox="0 0 52 40" aria-hidden="true" data-joint={joint}>
      <path class="wood" d={wood} />
      <path class="tenon" d={tenon} />
      {crack !== undefined && <path class="crack" d={crack} />}
    </svg>
  );
}
