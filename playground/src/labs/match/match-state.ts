import { batch, effect, signal } from "@preact/signals";
import type { Workbench } from "../../app/mod.ts";
import type { EditPreview, PreviewRequest } from "../../engine/mod.ts";
import { hasWhatIf, isReordered, matchInputs, strategyOrder } from "./match-inputs.ts";

/** After the last key; the result before stays until the new one is there. */
const SETTLE_MS = 60;

/** The last result, and whether it belongs to what is asked now. */
export const preview = signal<EditPreview | null>(null);
export const isSettled = signal(false);

/** The question as it stands; `null` while no file is open. */
function question(bench: Workbench): PreviewRequest | null {
  const path = bench.path.value;
  if (path === null) return null;
  const asked = matchInputs(bench);
  const { files, settings, events, playhead } = bench.document.value;
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

/** Asks again after every change, as long as the lab is open. */
export function followInputs(bench: Workbench): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: PreviewRequest | null = null;
  const stop = effect(() => {
    const wanted = question(bench);
    if (last !== null && wanted !== null && isSameQuestion(last, wanted)) return;
    last = wanted;
    isSettled.value = false;
    clearTimeout(timer);
    if (wanted !== null) timer = setTimeout(() => void ask(bench, wanted), preview.peek() === null ? 0 : SETTLE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    preview.value = null;
  };
}

async function ask(bench: Workbench, wanted: PreviewRequest): Promise<void> {
  const answer = await bench.engine.ask("preview", "preview", wanted);
  if (answer.kind === "superseded") return;
  const now = question(bench);
  if (now === null || !isSameQuestion(now, wanted)) return;
  if (answer.kind === "answer") {
    batch(() => {
      preview.value = answer.output;
      isSettled.value = true;
    });
    showFirstPlace(bench, answer.output);
    return;
  }
  const what =
    answer.kind === "timed_out"
      ? "The engine took too long and was started again"
      : `The engine failed: ${answer.message}`;
  bench.notice.value = { tone: "bad", sentence: `${what}. Change something to try again.` };
}

function isSameQuestion(a: PreviewRequest, b: PreviewRequest): boolean {
  const { document: ofA, ...restA } = a;
  const { document: ofB, ...restB } = b;
  const sameTree = ofA.files === ofB.files && ofA.events === ofB.events && ofA.settings === ofB.settings;
  return sameTree && JSON.stringify(restA) === JSON.stringify(restB);
}

let shownFor = 0;

/** Once for each document that is opened: afterwards the view is the reader's. */
function showFirstPlace(bench: Workbench, { shown }: EditPreview): void {
  if (shownFor === bench.opened.peek()) return;
  shownFor = bench.opened.peek();
  const closest = shown?.match.kind === "refused" ? shown.match.closestMatch : undefined;
  const line = shown?.places[0]?.startLine ?? closest?.startLine;
  if (line !== undefined) bench.showLine(line);
}
