import type { Property } from "../property.ts";
import { noOverlap } from "./l01-no-overlap.ts";
import { serialOrder } from "./l02-serial-order.ts";
import { sideBySide } from "./l03-side-by-side.ts";
import { sequential } from "./p01-sequential.ts";
import { refusals } from "./r01-refusals.ts";
import { model } from "./t01-model.ts";
import { equalBytes } from "./t02-equal-bytes.ts";
import { partialReads } from "./t03-partial-reads.ts";
import { ownWrites } from "./t04-own-writes.ts";
import { sessions } from "./t05-sessions.ts";
import { shell } from "./t06-shell.ts";
import { modes } from "./t07-modes.ts";
import { undetected } from "./t08-undetected.ts";
import type { ToolsEngine } from "./tools-engine.ts";
import { undoRedo } from "./u01-undo-redo.ts";

/** The laws of the tools over a tree of files, stated of `tools`: the product, or a mutant of it. */
export function toolsProperties(tools: ToolsEngine): readonly Property<unknown>[] {
  return [
    model,
    equalBytes,
    partialReads,
    ownWrites,
    sessions,
    shell,
    modes,
    undetected,
    noOverlap,
    serialOrder,
    sideBySide,
    sequential,
    undoRedo,
    refusals,
  ].map((law) => law(tools));
}
