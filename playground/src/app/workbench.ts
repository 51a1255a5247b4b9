import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { decodeText } from "../../../runtime/text/mod.ts";
import {
  contentBytes,
  EMPTY_DOCUMENT,
  type FileContent,
  type PlaygroundDocument,
  type PlaygroundEvent,
} from "../document/mod.ts";
import type { Engine, EngineState, FileFacts, Folded, Frame } from "../engine/mod.ts";
import { remembered } from "./remembered.ts";

/** An action with a name, for the palette. */
export interface Command {
  readonly title: string;
  /** As shown, such as "Ctrl K". */
  readonly keys?: string;
  run(): void;
}

export interface Notice {
  readonly tone: "good" | "warn" | "bad";
  readonly sentence: string;
}

export interface WorkbenchOptions {
  /** Given the listener for its states. */
  readonly createEngine: (onState: (state: EngineState) => void) => Engine;
}

/** What is open on the page, as signals, and the few ways to change it. Labs read and change everything through this. */
export interface Workbench {
  readonly document: Signal<PlaygroundDocument>;
  readonly engine: Engine;
  readonly engineState: ReadonlySignal<EngineState>;
  /** All states of the document; the last ones known while a fold is under way, `null` before the first. */
  readonly folded: ReadonlySignal<Folded | null>;
  /** `folded` belongs to the document as it is. */
  readonly isFolded: ReadonlySignal<boolean>;
  /** The state at the playhead. */
  readonly frame: ReadonlySignal<Frame | null>;
  /** The open file, and what it holds at the playhead; `null` when there is none. */
  readonly path: ReadonlySignal<string | null>;
  readonly file: ReadonlySignal<OpenFile | null>;
  /** Counts the documents that were opened. */
  readonly opened: ReadonlySignal<number>;
  readonly notice: Signal<Notice | null>;
  /** A replay key that the address asked for, with `+` and the id of a mutant behind it or not; the lab takes it. */
  readonly replay: Signal<string | null>;
  /** The open lesson and the number of its step, from 1; the lessons follow it. */
  readonly lesson: Signal<{ readonly id: string; readonly step: number } | null>;
  /** Asked by result lists to show a line of the open file; counts up so that the same line can be asked for again. */
  readonly reveal: Signal<{ readonly line: number; readonly count: number } | null>;

  change(fields: Partial<PlaygroundDocument>): void;
  /** Takes the place of everything there, also of a lesson. */
  openDocument(document: PlaygroundDocument): void;
  /** Puts an event behind the playhead and moves there; what was behind it is dropped. */
  append(event: PlaygroundEvent): void;
  moveTo(playhead: number): void;
  openPath(path: string): void;
  /**
   * Changes what a file holds: in the starting tree as long as no event touched it, else as a human's write, one for a run
   * of keys.
   */
  typeInto(path: string, text: string): void;
  contentAt(path: string, playhead: number): Uint8Array | null;
  showLine(line: number): void;
}

export interface OpenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** `null`: no text. */
  readonly text: string | null;
  /** `null` until the first fold. */
  readonly facts: FileFacts | null;
}

/** A key typed into a large file changes one content, and much is asked about all of them. */
const bytesOf = remembered(contentBytes);
const textIn = remembered(decodeText);

export function createWorkbench(options: WorkbenchOptions): Workbench {
  const document = signal<PlaygroundDocument>(EMPTY_DOCUMENT);
  const engineState = signal<EngineState>("starting");
  const folded = signal<Folded | null>(null);
  const isFolded = signal(false);
  const opened = signal(0);
  const notice = signal<Notice | null>(null);
  const replay = signal<string | null>(null);
  const lesson = signal<{ id: string; step: number } | null>(null);
  const reveal = signal<{ line: number; count: number } | null>(null);
  const engine = options.createEngine((state) => {
    engineState.value = state;
  });

  const start = computed(() => document.value.files, { name: "files" });
  const frame = computed(() => folded.value?.frames[document.value.playhead] ?? null);
  const path = computed(
    () => document.value.path ?? document.value.files[0]?.path ?? frame.value?.files[0]?.path ?? null,
  );

  function contentAt(wanted: string, playhead: number): Uint8Array | null {
    const given = document.value.files.find((file) => file.path === wanted);
    // The starting tree needs no engine, so a page is readable before there is one.
    if (playhead === 0) return given === undefined ? null : bytesOf(given.content);
    const at = folded.value?.frames[playhead];
    if (at === undefined) return given === undefined ? null : bytesOf(given.content);
    const facts = at.files.find((file) => file.path === wanted);
    return facts === undefined ? null : (folded.value?.contents.get(facts.sha256) ?? null);
  }

  /** No event before the playhead changed the file. */
  function isAsAtStart(wanted: string): boolean {
    const { playhead, events } = document.value;
    return !events.slice(0, playhead).some((event) => changes(event, wanted));
  }

  const file = computed<OpenFile | null>(() => {
    const open = path.value;
    if (open === null) return null;
    const { playhead } = document.value;
    const bytes = isAsAtStart(open) ? contentAt(open, 0) : contentAt(open, playhead);
    if (bytes === null) return null;
    const decoded = textIn(bytes);
    const facts = frame.value?.files.find((one) => one.path === open) ?? null;
    return { path: open, bytes, text: decoded.kind === "text" ? decoded.text : null, facts };
  });

  const change = (fields: Partial<PlaygroundDocument>): void => {
    document.value = { ...document.peek(), ...fields };
  };

  /** Whatever the states depend on; other fields of the document do not fold. */
  const foldable = computed(() => ({
    files: start.value,
    events: document.value.events,
    settings: document.value.settings,
  }));
  let folding = "";
  let lastFiles: unknown;
  effect(() => {
    const wanted = foldable.value;
    const key = JSON.stringify([wanted.events, wanted.settings]);
    const isSame = key === folding && lastFiles === wanted.files;
    if (isSame) return;
    folding = key;
    lastFiles = wanted.files;
    isFolded.value = false;
    follow(wanted, key, true);
  });

  /** A worker that hangs is started again, and what it was to fold is asked of the new one: once. */
  function follow(wanted: typeof foldable.value, key: string, mayRetry: boolean): void {
    void engine.ask("fold", "fold", wanted).then((answer) => {
      if (answer.kind === "superseded" || wanted.files !== lastFiles || key !== folding) return;
      if (answer.kind === "answer") {
        batch(() => {
          folded.value = answer.output;
          isFolded.value = true;
        });
        return;
      }
      const what =
        answer.kind === "timed_out"
          ? "The engine took too long and was started again"
          : `The engine failed: ${answer.message}`;
      const retries = mayRetry && answer.kind === "timed_out";
      notice.value = {
        tone: "bad",
        sentence: `${what}. ${retries ? "It follows the events anew." : "Change something to try again."}`,
      };
      if (retries) follow(wanted, key, false);
    });
  }

  const moveTo = (playhead: number): void => {
    const last = document.peek().events.length;
    change({ playhead: Math.max(0, Math.min(last, playhead)) });
  };

  return {
    document,
    engine,
    engineState,
    folded,
    isFolded,
    frame,
    path,
    file,
    opened,
    notice,
    replay,
    lesson,
    reveal,
    change,
    openDocument(other) {
      batch(() => {
        lesson.value = null;
        folded.value = null;
        opened.value += 1;
        document.value = other;
      });
    },
    append(event) {
      const { events, playhead } = document.peek();
      const kept = [...events.slice(0, playhead), event];
      change({ events: kept, playhead: kept.length });
    },
    moveTo,
    openPath: (wanted) => change({ path: wanted }),
    typeInto(wanted, text) {
      const { files, events, playhead } = document.peek();
      const content: FileContent = { text };
      if (isAsAtStart(wanted)) {
        change({ files: files.map((one) => (one.path === wanted ? { path: wanted, content } : one)) });
        return;
      }
      const typed: PlaygroundEvent = { type: "human-write", path: wanted, content };
      const last = events[playhead - 1];
      const goesOn = last?.type === "human-write" && last.path === wanted && last.by === undefined;
      const kept = [...events.slice(0, goesOn ? playhead - 1 : playhead), typed];
      change({ events: kept, playhead: kept.length });
    },
    contentAt,
    showLine(line) {
      reveal.value = { line, count: (reveal.peek()?.count ?? 0) + 1 };
    },
  };
}

/** Whether an event may have changed what stands at a path. */
function changes(event: PlaygroundEvent, path: string): boolean {
  switch (event.type) {
    case "read":
    case "touch":
    case "store":
    case "prune":
    case "crash":
      return false;
    case "human-write":
    case "delete":
      return event.path === path;
    case "rename":
      return event.from === path || event.to === path;
    case "shell":
      return event.writes?.some((file) => file.path === path) ?? false;
    case "edit":
    case "write":
    case "revert":
    case "call":
      return !event.skipped;
  }
}
