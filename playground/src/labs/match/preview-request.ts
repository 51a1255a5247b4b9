import type { PlaygroundDocument } from "../../document/mod.ts";
import type { PreviewRequest } from "../../engine/operations/preview.ts";
import { hasWhatIf, isReordered, readMatchInputs, strategyOrder } from "./match-inputs.ts";

/** What the Match lab asks the engine of a document at its playhead; `null` without a file. */
export function previewRequest(document: PlaygroundDocument, path: string | null): PreviewRequest | null {
  if (path === null) return null;
  const asked = readMatchInputs(document);
  const { files, settings, events, playhead } = document;
  return {
    document: { files, settings, events },
    upTo: playhead,
    session: asked.session,
    turn: "t1",
    path,
    edit: {
      old_text: asked.old_text,
      new_text: asked.new_text,
      ...(asked.replace_all && { replace_all: true }),
      ...(asked.expected !== null && { expected_replacements: asked.expected }),
    },
    whatIf: hasWhatIf(asked)
      ? {
          ...(isReordered(asked) && { order: strategyOrder(asked) }),
          fallThrough: asked.fallThrough,
          anySpan: asked.anySpan,
          keepLineEnds: asked.keepLineEnds,
        }
      : null,
  };
}
