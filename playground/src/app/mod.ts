/** The frame of the page: what is open, what happened, and the regions, keys and themes that every lab shares. */

export { type FollowedAsker, followAsker } from "./follow-asker.ts";
export { type FollowedQuestion, followQuestion } from "./follow-question.ts";
export type { Headline, Joint, Lab, LabEntry, Pane, Region, Tone } from "./lab.ts";
export { type LabInputs, labInputs } from "./lab-inputs.ts";
export { type Command, createWorkbench, type Notice, type Workbench, type WorkbenchOptions } from "./workbench.ts";
