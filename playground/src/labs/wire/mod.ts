/** The Wire lab: a stream of model output, the calls in it, and where a made-up result is cut. */
export { wireLab } from "./wire-lab.ts";
