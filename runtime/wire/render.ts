import { FORMATS } from "./formats/registry.ts";
import { parseWireText } from "./parse.ts";
import { refusedRendering } from "./render-values.ts";
import type { PlainCall, Rendered, WireFormatName, WireTool } from "./types.ts";

export interface RenderOptions {
  /** The tools' schemas. With them the text is read again, and refused unless it reads back as the same calls. */
  readonly tools?: readonly WireTool[] | undefined;
}

/** Writes calls as a model of that family does; refuses what the format has no way to say. */
export function renderCalls(
  format: WireFormatName,
  calls: readonly PlainCall[],
  { tools }: RenderOptions = {},
): Rendered {
  const known = FORMATS.find(({ name }) => name === format);
  if (known === undefined) return refusedRendering(`there is no format ${JSON.stringify(format)}`);
  const rendered = known.render(calls);
  if (rendered.kind === "refused" || tools === undefined) return rendered;
  const read = parseWireText(rendered.text, { tools });
  const isSame =
    read.error === null &&
    read.calls.length === calls.length &&
    read.calls.every((call, at) => isSameCall(call, calls[at]));
  return isSame ? rendered : refusedRendering(`the calls cannot be told from other text in ${known.title}`);
}

function isSameCall(read: PlainCall, meant: PlainCall | undefined): boolean {
  return meant !== undefined && read.name === meant.name && canonical(read.arguments) === canonical(meant.arguments);
}

/** JSON with sorted names: order is no part of a value. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}
