/** The Diagnostics lab: what a change broke, what it left, and what nobody looked at. */
export { diagnosticsLab } from "./diagnostics-lab.ts";
