/**
 * One table of calls, good and bad, for every tool: what each must answer, and what must stand in the folder after it.
 * `play` sends a case through any door and writes down what was seen; `judge` holds that against the table. Tests play
 * it in process on every filesystem, and over REST, MCP and the command line of every runtime, where all must be equal.
 */
export type { DoorCase, ProfileName, SetupEntry, Step } from "./door-case.ts";
export { createGround, type Ground } from "./ground.ts";
export { judge } from "./judge.ts";
export { type Door, type DoorAnswer, type Played, play } from "./play.ts";
export { DOOR_CASES, PROFILES } from "./table.ts";
