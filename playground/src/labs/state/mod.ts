/** The State lab: what each session has seen, what that is worth after every event, and what the three modes make of it. */
export { stateLab } from "./state-lab.ts";
