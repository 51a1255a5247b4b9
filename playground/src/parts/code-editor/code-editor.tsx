import { useEffect, useRef, useState } from "preact/hooks";
import type { MountedEditor } from "./mount-editor.ts";
import { loadInTurn } from "./turns.ts";

/** A stretch of the text to mark, as offsets in UTF-16 code units. */
export interface EditorSpan {
  readonly start: number;
  readonly end: number;
  /** Letter of the strategy, for colour and underline. */
  readonly letter: string;
  /** Decides the edge in the gutter: solid, dashed, dotted. */
  readonly role: "chosen" | "competing" | "closest";
  /** Lines between the first and the last were never compared. */
  readonly onTrust?: boolean;
  /** For each line, how many characters at its start were set aside before comparing. */
  readonly aside?: readonly number[];
}

export interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  /** Without it the text is for reading only. */
  readonly onText?: (text: string) => void;
  readonly spans?: readonly EditorSpan[];
  /** Decides comments and keywords; see `quiet-language.ts`. */
  readonly path?: string;
  /** A line, from 1, to bring into view; again whenever the count changes. */
  readonly reveal?: { readonly line: number; readonly count: number } | null;
  readonly testId: string;
}

/**
 * An editor for text to the byte: line ends of all kinds stay as they are. Until its code has arrived, and where it
 * cannot, there is a plain text area.
 */
export function CodeEditor(props: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<MountedEditor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    let isGone = false;
    loadInTurn().then(
      ({ mountEditor }) => {
        if (isGone || box.current === null) return;
        const hadFocus = box.current.contains(document.activeElement);
        editor.current = mountEditor(box.current, latest.current, (text) => latest.current.onText?.(text));
        setMounted(true);
        if (hadFocus) editor.current.focus();
      },
      () => {
        // The text area goes on working.
      },
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => editor.current?.update(props));
  const { label, text, onText, testId } = props;
  return (
    <div class="editor" ref={box} data-testid={testId} data-state={isMounted ? "editor" : "plain"}>
      {!isMounted && (
        <textarea
          aria-label={label}
          spellcheck={false}
          autocomplete="off"
          value={text}
          // A text area rewrites line ends, so text with other ones waits for the editor.
          readOnly={onText === undefined || text.includes("\r")}
          onInput={(event) => onText?.(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
