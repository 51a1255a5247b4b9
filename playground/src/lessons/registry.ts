import { ABSENT } from "./data/absent.ts";
import { AMBIGUITY } from "./data/ambiguity.ts";
import { CUT } from "./data/cut.ts";
import { EXACT } from "./data/exact.ts";
import { HASH } from "./data/hash.ts";
import { LINES } from "./data/lines.ts";
import { ORDER } from "./data/order.ts";
import { RACE } from "./data/race.ts";
import { REVERT } from "./data/revert.ts";
import { TRUST } from "./data/trust.ts";
import { VERDICTS } from "./data/verdicts.ts";
import type { Lesson } from "./lesson.ts";

/** The lessons in the order in which they are best read. One data file and one line each. */
export const LESSONS: readonly [Lesson, ...Lesson[]] = [
  EXACT,
  ORDER,
  AMBIGUITY,
  TRUST,
  LINES,
  VERDICTS,
  HASH,
  RACE,
  REVERT,
  CUT,
  ABSENT,
];
