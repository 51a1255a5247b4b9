import type { Property } from "../property.ts";
import type { EditEngine } from "./engine.ts";
import { pure } from "./m01-pure.ts";
import { spans } from "./m02-spans.ts";
import { nesting } from "./m03-nesting.ts";
import { firstDecides } from "./m04-first-decides.ts";
import { order } from "./m05-order.ts";
import { ambiguity } from "./m06-ambiguity.ts";
import { oneReplacement } from "./m07-one-replacement.ts";
import { expectedCount } from "./m08-expected-count.ts";
import { disjoint } from "./m09-disjoint.ts";
import { spanSize } from "./m10-span-size.ts";
import { review } from "./m11-review.ts";
import { needleChanges } from "./m12-needle-changes.ts";
import { sizeGuard } from "./m13-size-guard.ts";
import { plantAndPerturb } from "./m14-plant-and-perturb.ts";
import { blankAndSame } from "./m15-blank-and-same.ts";
import { closestMatch } from "./m16-closest-match.ts";
import { farText } from "./m17-far-text.ts";
import { oracle } from "./m18-oracle.ts";
import { linearCost } from "./m19-linear-cost.ts";
import { aroundTheSpan } from "./s01-around-the-span.ts";
import { lineEndings } from "./s02-line-endings.ts";
import { inverse } from "./s03-inverse.ts";
import { relativeIndentation } from "./s04-relative-indentation.ts";
import { markAndEnd } from "./s05-mark-and-end.ts";
import { bytes } from "./s06-bytes.ts";
import { literalNewText } from "./s07-literal-new-text.ts";
import { containment } from "./s08-containment.ts";
import { convertedIndentation } from "./s09-converted-indentation.ts";

/** The laws of editing, stated of `edit`: the product, or a mutant of it. */
export function editProperties(edit: EditEngine): readonly Property<unknown>[] {
  return [
    pure,
    spans,
    nesting,
    firstDecides,
    order,
    ambiguity,
    oneReplacement,
    expectedCount,
    disjoint,
    spanSize,
    review,
    needleChanges,
    sizeGuard,
    plantAndPerturb,
    blankAndSame,
    closestMatch,
    farText,
    oracle,
    linearCost,
    aroundTheSpan,
    lineEndings,
    inverse,
    relativeIndentation,
    markAndEnd,
    bytes,
    literalNewText,
    containment,
    convertedIndentation,
  ].map((law) => law(edit));
}
