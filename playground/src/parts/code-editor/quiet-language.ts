import { HighlightStyle, StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

/** Colour belongs to decisions, so code is set in ink: keywords bold, comments italic, strings a step softer. */
export const quietHighlight = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: "650" },
  { tag: tags.comment, fontStyle: "italic", color: "var(--ink-3)" },
  { tag: tags.string, color: "var(--ink-2)" },
]);

const WORDS = new Set(
  (
    "and as assert async await break case catch class const continue def default del do elif else enum except export " +
    "extends false finally fn for from func function if impl import in interface is lambda let match mod new None nil not " +
    "null or package pass pub raise return self static struct super switch this throw trait True False true try type " +
    "undefined use var while with yield"
  ).split(" "),
);

const HASH = /\.(py|sh|rb|ya?ml|toml|conf|ini)$|(^|\/)(Dockerfile|Makefile)$/;
const SLASH = /\.(c|cc|cpp|cs|css|go|h|hpp|java|js|jsx|json|kt|mjs|php|rs|swift|ts|tsx)$/;

interface State {
  /** What ends the string or comment that goes on over the line; "" outside of any. */
  until: string;
}

/** Good enough to read by, for all languages alike; nothing is decided by it. */
export function quietLanguage(path: string): Extension {
  const hash = HASH.test(path);
  const slash = SLASH.test(path);
  if (!hash && !slash) return [];
  return StreamLanguage.define<State>({
    startState: () => ({ until: "" }),
    token(stream, state) {
      if (state.until !== "") {
        const token = state.until === "*/" ? "comment" : "string";
        if (stream.skipTo(state.until)) {
          stream.pos += state.until.length;
          state.until = "";
        } else stream.skipToEnd();
        return token;
      }
      if ((hash && stream.match(/^#.*/)) || (slash && stream.match(/^\/\/.*/))) return "comment";
      if (slash && stream.match("/*")) {
        state.until = "*/";
        return "comment";
      }
      const triple = stream.match(/^("""|''')/);
      if (hash && triple && typeof triple === "object") {
        state.until = triple[1] ?? "";
        return "string";
      }
      if (
        stream.match(/^"(?:[^"\\]|\\.)*"?/) ||
        stream.match(/^'(?:[^'\\]|\\.)*'?/) ||
        stream.match(/^`(?:[^`\\]|\\.)*`?/)
      )
        return "string";
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word && typeof word === "object") return WORDS.has(word[0]) ? "keyword" : null;
      stream.next();
      return null;
    },
  });
}
