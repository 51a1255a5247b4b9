import { EMPTY_DOCUMENT, type PlaygroundDocument } from "../document/mod.ts";
import { BROKEN } from "./broken.ts";
import { CUT } from "./cut.ts";
import { MISS } from "./miss.ts";
import { ORDER } from "./order.ts";
import { TRUST } from "./trust.ts";
import { TURNS } from "./turns.ts";
import { TWICE } from "./twice.ts";
import { VERDICTS } from "./verdicts.ts";
import { WINDOWS } from "./windows.ts";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly document: PlaygroundDocument;
}

/** Worked examples; the first is what the page opens with. */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  { id: "order", title: "The strict rule looks first", document: { ...EMPTY_DOCUMENT, ...ORDER } },
  { id: "miss", title: "A miss, and what it tells", document: { ...EMPTY_DOCUMENT, ...MISS } },
  { id: "twice", title: "Two places are no place", document: { ...EMPTY_DOCUMENT, ...TWICE } },
  { id: "trust", title: "The rule that trusts its ends", document: { ...EMPTY_DOCUMENT, ...TRUST } },
  { id: "windows", title: "Line ends of another system", document: { ...EMPTY_DOCUMENT, ...WINDOWS } },
  { id: "verdicts", title: "What an agent knows", document: { ...EMPTY_DOCUMENT, ...VERDICTS } },
  { id: "turns", title: "A turn that drifted", document: { ...EMPTY_DOCUMENT, ...TURNS } },
  { id: "cut", title: "A result that was made up", document: { ...EMPTY_DOCUMENT, ...CUT } },
  { id: "broken", title: "What a write broke", document: { ...EMPTY_DOCUMENT, ...BROKEN } },
];
