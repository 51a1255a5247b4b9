/**
 * How well calls are read from text, scored as the Berkeley Function Calling Leaderboard does: the answer is taken apart and
 * its calls are compared with accepted ones, parameter by parameter.
 *
 * Two scores. `strict` pairs calls and accepted calls greedily, in order, as the leaderboard does; this can refuse an answer
 * for which another pairing fits. `bipartite` accepts it then. Without a model, every accepted answer is written in every
 * format, plain and disturbed, and must come back.
 *
 * One difference to the leaderboard: JSON has one kind of number, so 3.0 counts as an integer.
 */
export { type Category, categoryOf } from "./category.ts";
export { type AnswerScore, checkAnswer } from "./check-answer.ts";
export { DISTURBANCES, type Disturbance, fabricated, noisy, truncated } from "./disturb.ts";
export { type AnswerReport, evaluateAnswers } from "./evaluate-answers.ts";
export { type EvalReport, evaluateReferences } from "./evaluate-references.ts";
export { type EvalItem, readItems } from "./items.ts";
