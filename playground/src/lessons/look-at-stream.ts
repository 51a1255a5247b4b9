import type { PlaygroundDocument } from "../document/mod.ts";
import { wireInputs } from "../labs/wire/wire-inputs.ts";
import type { Reading, StreamRequest } from "../wire/mod.ts";

export type WireLook =
  /** The calls that were recovered, with their arguments. */
  | { readonly kind: "calls" }
  /** The text that goes to the user. */
  | { readonly kind: "to_user" }
  | { readonly kind: "cut" }
  | { readonly kind: "read_error" };

export interface WireBench {
  read(request: StreamRequest): Promise<Reading>;
}

/** What the stream of a document came to, once all has arrived or as far as its scrubber stands. */
export async function lookAtStream(look: WireLook, document: PlaygroundDocument, bench: WireBench): Promise<string> {
  const { text, tools, chunk, arrived } = wireInputs.read(document);
  const reading = await bench.read({ text, tools, chunk, arrived });
  if (reading.kind === "refused") return reading.message;
  const { calls, cut, errors, segments } = reading.now;
  switch (look.kind) {
    case "calls":
      return calls.length === 0
        ? "none"
        : calls.map(({ name, arguments: args }) => `${name} ${JSON.stringify(args)}`).join(", ");
    case "to_user": {
      const prose = segments.filter(({ kind }) => kind === "prose").map(({ start, end }) => text.slice(start, end));
      return prose.join("").trim() || "nothing";
    }
    case "cut":
      return cut === null ? "nothing" : `from ${cut.marker} on, ${text.length - cut.at} characters`;
    case "read_error":
      return errors[0] === undefined ? "none" : `${errors[0].error}: ${errors[0].message}`;
  }
}
