/** Text of a file, and a block of its lines that stands nowhere else in it, whatever a strategy leaves out of account. */
export interface Block {
  readonly text: string;
  /** Offset of the block in `text`; it ends before the line end of its last line. */
  readonly start: number;
  readonly lines: readonly string[];
  /** [first, last], from 1. */
  readonly lineNumbers: readonly [number, number];
  /** Whitespace that the first line begins with. */
  readonly indentation: string;
}

const HEIGHT = 4;

/**
 * The first block of four lines that every strategy can be made to need: indented to different depths, no blank line, an
 * inner space in each line, no backslash, and first and last line each on their own unique in the file.
 */
export function findBlock(text: string): Block {
  const lines = text.split("\n");
  const count = new Map<string, number>();
  for (const line of lines) count.set(plain(line), (count.get(plain(line)) ?? 0) + 1);
  const isUnique = (line: string | undefined) => line !== undefined && count.get(plain(line)) === 1;
  for (let first = 0; first + HEIGHT <= lines.length; first += 1) {
    const block = lines.slice(first, first + HEIGHT);
    const depths = new Set(block.map((line) => line.length - line.trimStart().length));
    const fits =
      isUnique(block[0]) && isUnique(block.at(-1)) && !depths.has(0) && depths.size > 1 && block.every(isUsable);
    if (!fits) continue;
    const start = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
    const indentation = /^\s*/.exec(block[0] ?? "")?.[0] ?? "";
    return { text, start, lines: block, lineNumbers: [first + 1, first + HEIGHT], indentation };
  }
  throw new Error("the file has no block of lines that suits this test");
}

/** The file with `replacement` in the block's place. */
export function withBlockReplaced({ text, start, lines }: Block, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(start + lines.join("\n").length);
}

/** How a model garbles what it quotes: for each strategy, a quotation that this one accepts and no stricter one does. */
export const QUOTATIONS: Readonly<Record<string, (block: Block) => string>> = {
  exact: ({ lines }) => lines.join("\n"),
  indentation_flexible: ({ lines }) => {
    const common = Math.min(...lines.map((line) => line.length - line.trimStart().length));
    return lines.map((line) => line.slice(common)).join("\n");
  },
  line_trimmed: ({ lines }) => lines.map((line) => line.trim()).join("\n"),
  whitespace_normalized: ({ lines }) => lines.map((line) => line.replace(/(\S) (\S)/, "$1   $2")).join("\n"),
  escape_normalized: ({ lines }) => lines.join("\\n"),
  block_anchor: ({ lines: [first, , third, last] }) =>
    [first, "  // something of the model's own", third, last].join("\n"),
};

function isUsable(line: string): boolean {
  return /\S \S/.test(line) && !/[\\\r\t]/.test(line) && plain(line).length > 12;
}

function plain(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}
