/** The Match lab: a file, a needle and a replacement; which strategy decides, why the others did not, and what changes. */
export { matchLab } from "./match-lab.ts";
