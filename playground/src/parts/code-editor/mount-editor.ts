import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Prec,
  RangeSet,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { CodeEditorProps, EditorSpan } from "./code-editor.tsx";
import css from "./editor.css?inline";
import { quietHighlight, quietLanguage } from "./quiet-language.ts";

export interface MountedEditor {
  update(props: CodeEditorProps): void;
  focus(): void;
  destroy(): void;
}

/** Changes that the page made, not the reader: they are not told back. */
const fromPage = Annotation.define<true>();
const setSpans = StateEffect.define<readonly EditorSpan[]>();

/**
 * CodeMirror in a shadow root, whose constructed sheets the content policy lets pass. Line breaks are LF alone, so the
 * document is the text to the code unit and offsets are those of the core; a CR is shown as a word.
 */
export function mountEditor(box: HTMLElement, first: CodeEditorProps, onText: (text: string) => void): MountedEditor {
  const host = document.createElement("div");
  box.append(host);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const language = new Compartment();
  let path = first.path ?? "";
  /** What the page knows the text to be: asking the document for it again takes as long as the file is. */
  let known = first.text;
  let revealed = 0;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: first.text,
      extensions: [...extensionsFor(first, tell), language.of(quietLanguage(path))],
    }),
  });

  function tell(text: string): void {
    known = text;
    onText(text);
  }

  function update(props: CodeEditorProps): void {
    if (known !== props.text) {
      view.dispatch({ ...smallestChange(known, props.text), annotations: fromPage.of(true) });
      known = props.text;
    }
    if (props.path !== undefined && props.path !== path) {
      path = props.path;
      view.dispatch({ effects: language.reconfigure(quietLanguage(path)) });
    }
    view.dispatch({ effects: setSpans.of(props.spans ?? []) });
    if (props.reveal && props.reveal.count !== revealed) {
      revealed = props.reveal.count;
      const line = view.state.doc.line(Math.max(1, Math.min(props.reveal.line, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: line.from },
        effects: EditorView.scrollIntoView(line.from, { y: "center" }),
      });
    }
  }
  update(first);
  return { update, focus: () => view.focus(), destroy: () => destroy(view, host) };
}

function destroy(view: EditorView, host: HTMLElement): void {
  view.destroy();
  host.remove();
}

function extensionsFor({ label, onText }: CodeEditorProps, tell: (text: string) => void): Extension[] {
  const isReadOnly = onText === undefined;
  return [
    EditorState.lineSeparator.of("\n"),
    lineNumbers(),
    spanField,
    spanGutter,
    history(),
    drawSelection(),
    highlightSpecialChars({ addSpecialChars: /\r|\u00a0/g, render: specialCharacter }),
    syntaxHighlighting(quietHighlight),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // The scroller around it cannot take the focus, so the text must, also where it is for reading only.
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
    }),
    Prec.high(keymap.of([{ key: "Enter", run: insertOwnLineEnd }])),
    // Tab is left to the browser: it leaves the editor.
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((transaction) => transaction.annotation(fromPage));
      if (update.docChanged && !isOwn) tell(textOf(update.state));
    }),
  ];
}

/** Joined at once: a text that was put together piece by piece is gone through anew by all who read it first. */
function textOf({ doc }: EditorState): string {
  return [...doc.iter()].join("");
}

/** In a file whose lines end with CRLF a new line does so too. */
function insertOwnLineEnd(view: EditorView): boolean {
  const { doc, readOnly } = view.state;
  if (readOnly || !doc.line(1).text.endsWith("\r")) return false;
  view.dispatch(view.state.replaceSelection("\r\n"), { scrollIntoView: true });
  return true;
}

const NAMES: Readonly<Record<number, string>> = { 13: "CR", 160: "NBSP", 65279: "BOM", 8203: "ZWSP", 0: "NUL" };

function specialCharacter(code: number, description: string | null): HTMLElement {
  const word = document.createElement("span");
  word.className = "m-word";
  word.textContent = NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  word.setAttribute("aria-label", description ?? word.textContent);
  return word;
}

/** The stretch between the equal beginnings and ends, so that the cursor and the undo list stay sensible. */
function smallestChange(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (head + tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { changes: { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) } };
}

interface Marked {
  readonly marks: DecorationSet;
  readonly gutter: RangeSet<GutterMarker>;
}

const NOTHING: Marked = { marks: Decoration.none, gutter: RangeSet.empty };

const spanField = StateField.define<Marked>({
  create: () => NOTHING,
  update(marked, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setSpans)) return markedSpans(transaction.state, effect.value);
    }
    if (!transaction.docChanged) return marked;
    return { marks: marked.marks.map(transaction.changes), gutter: marked.gutter.map(transaction.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

const spanGutter = gutter({ class: "m-gutter", markers: (view) => view.state.field(spanField).gutter });

class RoleMarker extends GutterMarker {
  readonly letter: string;
  readonly role: EditorSpan["role"];
  readonly isFirst: boolean;

  constructor(letter: string, role: EditorSpan["role"], isFirst: boolean) {
    super();
    this.letter = letter;
    this.role = role;
    this.isFirst = isFirst;
  }

  override eq(other: RoleMarker): boolean {
    return this.letter === other.letter && this.role === other.role && this.isFirst === other.isFirst;
  }

  override toDOM(): Node {
    const edge = document.createElement("span");
    edge.className = "m-edge";
    edge.dataset.s = this.letter;
    edge.dataset.role = this.role;
    if (this.isFirst) {
      const slot = document.createElement("span");
      slot.className = "m-slot";
      slot.textContent = this.letter;
      edge.append(slot);
    }
    return edge;
  }
}

/** Marks of so many lines are drawn; the list of places names the rest. */
const MAX_LINES = 2000;

function markedSpans(state: EditorState, spans: readonly EditorSpan[]): Marked {
  const lineMarks = new Map<number, ReturnType<typeof Decoration.line>>();
  const textMarks: ReturnType<ReturnType<typeof Decoration.mark>["range"]>[] = [];
  const markers = new Map<number, RoleMarker>();
  const length = state.doc.length;
  for (const { start, end, letter, role, onTrust, aside = [] } of spans) {
    if (end > length || start >= end) continue;
    const first = state.doc.lineAt(start);
    const last = state.doc.lineAt(end - 1);
    for (let number = first.number; number <= last.number && markers.size < MAX_LINES; number++) {
      const line = state.doc.line(number);
      const isTrusted = onTrust === true && number > first.number && number < last.number;
      lineMarks.set(
        line.from,
        Decoration.line({
          class: isTrusted ? "m-in m-trust" : "m-in",
          attributes: { "data-s": letter, "data-role": role },
        }),
      );
      if (!markers.has(line.from)) markers.set(line.from, new RoleMarker(letter, role, number === first.number));
      const setAside = Math.min(aside[number - first.number] ?? 0, line.length);
      if (setAside > 0) {
        textMarks.push(
          Decoration.mark({ class: "m-aside", attributes: { "data-s": letter } }).range(
            line.from,
            line.from + setAside,
          ),
        );
      }
      const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
      const from = Math.max(start, line.from + (number === first.number && start > line.from ? 0 : indent));
      const to = Math.min(end, line.to);
      if (from < to)
        textMarks.push(Decoration.mark({ class: "m-span", attributes: { "data-s": letter } }).range(from, to));
    }
  }
  const lines = [...lineMarks].map(([from, mark]) => mark.range(from));
  return {
    marks: Decoration.set([...lines, ...textMarks], true),
    gutter: RangeSet.of(
      [...markers].map(([from, marker]) => marker.range(from)),
      true,
    ),
  };
}
