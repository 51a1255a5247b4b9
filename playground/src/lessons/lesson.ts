import type { PlaygroundDocument, PlaygroundEvent, PlaygroundFile } from "../document/mod.ts";
import type { DiagnosticsInputs } from "../labs/diagnostics/diagnostics-inputs.ts";
import type { MatchInputs } from "../labs/match/match-inputs.ts";
import type { StateInputs } from "../labs/state/state-inputs.ts";
import type { WireInputs } from "../labs/wire/wire-inputs.ts";
import type { Look } from "./look.ts";

/** What a step puts on the bench. What it does not name stays as the step before left it. */
export interface Scene {
  /** These happen next. */
  readonly next?: readonly PlaygroundEvent[];
  /** Or: this is all that happened, from the start. */
  readonly events?: readonly PlaygroundEvent[];
  readonly settings?: Partial<PlaygroundDocument["settings"]>;
  readonly path?: string;
  /** Needle, replacement and switches of the Match lab. */
  readonly match?: Partial<MatchInputs>;
  /** Switches of the State lab. */
  readonly state?: Partial<StateInputs>;
  /** The text of the Wire lab, its tools, and how it arrives. */
  readonly wire?: Partial<WireInputs>;
  /** What files hold after the change, in the Diagnostics lab. */
  readonly diagnostics?: Partial<DiagnosticsInputs>;
}

/** One thing to look at once a step is done, with what is there: a test compares it, so text and engine cannot part. */
export interface Sight {
  readonly label: string;
  readonly look: Look;
  readonly is: string;
}

/** Text to show in the step itself, before it stands in a lab. */
export interface Quote {
  readonly label: string;
  readonly text: string;
}

interface StepBase {
  /** A short line in the list of steps. */
  readonly title: string;
  /** Paragraphs. What stands between backticks is code; nothing else is special. */
  readonly text: readonly string[];
  readonly quotes?: readonly Quote[];
  readonly scene?: Scene;
  readonly sees?: readonly Sight[];
}

/** Read and explain happen by themselves; run and break wait for a button. */
export interface TextStep extends StepBase {
  readonly kind: "read" | "run" | "explain" | "break";
  /** What the button of a run or break says. */
  readonly button?: string;
}

/** The scene stays hidden until the reader has chosen. */
export interface PredictStep extends StepBase {
  readonly kind: "predict";
  readonly choices: readonly string[];
  /** Index of what happens. */
  readonly right: number;
  /** Why, said after the choice, whatever it was. */
  readonly because: string;
}

/** Tries the lesson's properties on 1,000 random cases each. */
export interface ProveStep extends StepBase {
  readonly kind: "prove";
}

export interface RuleStep extends StepBase {
  readonly kind: "rule";
}

export type LessonStep = TextStep | PredictStep | ProveStep | RuleStep;
export type StepKind = LessonStep["kind"];

/** A lesson as data: one idea, three minutes, a prediction before the outcome. */
export interface Lesson {
  /** As links name it. */
  readonly id: string;
  readonly title: string;
  /** What the reader can answer afterwards. */
  readonly question: string;
  /** Id of the lab it opens; one that this page does not have is replaced by the first. */
  readonly lab: string;
  readonly files: readonly PlaygroundFile[];
  /** What is on the bench before the first step. */
  readonly start: Scene;
  readonly steps: readonly LessonStep[];
  /** Ids of the laws that say the same for any input. */
  readonly properties: readonly string[];
  /** Where the rule is written: a file of the repository and a heading in it. */
  readonly doc: { readonly file: string; readonly heading: string };
}
