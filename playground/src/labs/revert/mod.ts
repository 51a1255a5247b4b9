/** The Revert lab: the turns that checkpoints know, what taking one back would do, what it costs, and what a crash leaves. */
export { revertLab } from "./revert-lab.ts";
