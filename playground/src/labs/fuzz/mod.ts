/** The Fuzz lab: laws on random values, the case against one, how it became small, and how to take it elsewhere. */
export { fuzzLab } from "./fuzz-lab.ts";
