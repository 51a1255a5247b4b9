export interface TextPart {
  readonly isCode: boolean;
  readonly part: string;
}

/** A text cut at its backticks: what stands between two of them is code. */
export function textParts(text: string): TextPart[] {
  return text.split("`").map((part, index) => ({ isCode: index % 2 === 1, part }));
}
