/**
 * The text with every line inside a `[...]` or `{...}` of YAML indented. The standard asks for more indentation than
 * around it, and the readers that most tools have ask for none. Only for a second look: a bracket in a place that is
 * misread here leaves a text that does not parse, as before.
 */
export function withIndentedFlow(text: string): string {
  const scan = new FlowScan();
  return text
    .split("\n")
    .map((line) => scan.indented(line))
    .join("\n");
}

class FlowScan {
  #depth = 0;
  #quote = "";
  #pad = "";
  /** Lines indented by as much as the first are those of a block scalar; null outside of one. */
  #scalarIndent: number | "first line" | null = null;

  indented(line: string): string {
    const indent = line.length - line.trimStart().length;
    if (this.#scalarIndent !== null) {
      if (line.trim() === "") return line;
      if (this.#scalarIndent === "first line") this.#scalarIndent = Math.max(indent, 1);
      if (indent >= this.#scalarIndent) return line;
    }
    this.#scalarIndent = null;
    const isMarker = /^(?:---|\.\.\.)(?:\s|$)/.test(line);
    const pad = this.#depth > 0 && !isMarker ? this.#pad : "";
    this.#read(line, indent);
    return pad + line;
  }

  #read(line: string, from: number): void {
    let isStart = true;
    for (let at = from; at < line.length; at += 1) {
      const character = line[at] ?? "";
      if (this.#quote !== "") at = this.#inQuote(line, at);
      else if (character === "#" && /\s|^$/.test(line[at - 1] ?? "")) return;
      else if (isStart && /["']/.test(character)) this.#quote = character;
      else if (isStart && /[&!]/.test(character)) at = endOfWord(line, at);
      else if (isStart && this.#depth === 0 && /[|>]/.test(character)) {
        this.#scalarIndent = "first line";
        return;
      } else isStart = this.#bracket(line, at, isStart);
    }
  }

  #bracket(line: string, at: number, isStart: boolean): boolean {
    const character = line[at] ?? "";
    if (/[[{]/.test(character) && (isStart || this.#depth > 0)) {
      if (this.#depth === 0) this.#pad = " ".repeat(at + 1);
      this.#depth += 1;
      return true;
    }
    if (/[\]}]/.test(character) && this.#depth > 0) {
      this.#depth -= 1;
      return false;
    }
    if (/\s/.test(character)) return isStart;
    if (this.#depth > 0 && /[,:]/.test(character)) return true;
    return /[:?-]/.test(character) && /^(?:\s|$)/.test(line.slice(at + 1, at + 2)) && (isStart || character === ":");
  }

  #inQuote(line: string, at: number): number {
    if (this.#quote === '"' && line[at] === "\\") return at + 1;
    if (line[at] !== this.#quote) return at;
    if (this.#quote === "'" && line[at + 1] === "'") return at + 1;
    this.#quote = "";
    return at;
  }
}

function endOfWord(line: string, at: number): number {
  const length = /^\S*/.exec(line.slice(at))?.[0].length ?? 0;
  return at + Math.max(length, 1) - 1;
}
