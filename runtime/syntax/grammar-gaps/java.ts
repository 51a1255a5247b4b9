import { blank, type Gap, gap } from "./gap.ts";

export const java: readonly Gap[] = [
  gap("module import, Java 25", /\bmodule(?<=\bimport\s+module)(?=\s)/g, blank),
  gap("statements before super(...), Java 25", /\b(?:super|this)(?=\s*\()/g, (name) => `${name.slice(0, -1)}_`),
  gap("value class, preview", /\bvalue(?=\s+(?:class|record|abstract|final|sealed)\b)/g, blank),
];
