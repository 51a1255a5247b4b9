/** What several labs show in the same way: outcomes, letters, code, answers, diffs, the tree, the timeline. */
export { AnswerJson } from "./answer-json.tsx";
export { BytesView } from "./bytes-view.tsx";
export { CodeEditor, type EditorSpan } from "./code-editor/code-editor.tsx";
export { DecisionCard, type DecisionFact } from "./decision-card.tsx";
export { DiffView } from "./diff-view.tsx";
export { FileFactsLine } from "./file-facts-line.tsx";
export { firstView, firstViewIsThere } from "./first-view.ts";
export { Icon } from "./icon.tsx";
export { JointMark } from "./joint-mark.tsx";
export { PlanMark, StrategyMark, type StrategyState, strategyLetter, VerdictMark } from "./letters.tsx";
export { OddText } from "./odd-text.tsx";
export { PaneBar } from "./pane-bar.tsx";
export { Tabs } from "./tabs.tsx";
export { TimelineView } from "./timeline-view.tsx";
export { TraceList } from "./trace-list.tsx";
export { TreeView } from "./tree-view.tsx";
