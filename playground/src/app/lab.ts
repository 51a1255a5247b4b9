import type { ComponentType } from "preact";
import type { Command, Workbench } from "./workbench.ts";

/** What a result is worth, as a colour with a word beside it. */
export type Tone = "good" | "warn" | "bad" | "none";

/** The drawn form of an outcome; see `JointMark`. */
export type Joint = "seated" | "two" | "absent" | "wide" | "moved" | "split" | "open";

/** The result of a lab in one sentence: pinned above narrow pages and spoken once it has settled. */
export interface Headline {
  readonly tone: Tone;
  readonly joint: Joint;
  readonly sentence: string;
  /** One sentence of why; "" when there is nothing to add. */
  readonly why: string;
  /** The result still belongs to an older input. */
  readonly isWaiting?: boolean;
}

/** Where a pane lies on a wide page. On a narrow one each is a page of its own. */
export type Region = "rail" | "centre" | "side" | "strip";

export interface Pane {
  /** Unique within the lab; also its test id. */
  readonly id: string;
  readonly region: Region;
  /** What it is called, for landmarks. */
  readonly label: string;
  /** Its button in the bottom bar of narrow pages, at most ten letters; without one it cannot be opened there. */
  readonly tab?: string;
  /** Takes the room that the others leave. */
  readonly grows?: boolean;
  readonly View: ComponentType<{ readonly bench: Workbench }>;
}

export interface Lab {
  /** In reading order. */
  readonly panes: readonly Pane[];
  /** Id of the pane that narrow pages and the skip link open first. */
  readonly firstPane: string;
  /** Of the upper of two centre panes: its share of the height at first, in percent; 62 when left out. */
  readonly upperShare?: number;
  /** Reads signals; called while rendering. */
  headline(bench: Workbench): Headline | null;
  /** Called when the lab is opened; returns what ends it. */
  open?(bench: Workbench): () => void;
  /** What Ctrl/Cmd-Enter does. */
  apply?(bench: Workbench): void;
  /** What a report of this result says, as Markdown without headings above level 3. */
  report?(bench: Workbench): string;
  /** For the palette. */
  commands?(bench: Workbench): readonly Command[];
}

/** A line of the registry. Everything else of a lab loads when it is opened. */
export interface LabEntry {
  /** As links name it. */
  readonly id: string;
  readonly title: string;
  load(): Promise<Lab>;
}
