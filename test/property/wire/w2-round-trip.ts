import type { WireFormatName } from "../../../runtime/wire/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { type CallCase, callCase, isCallCase, namedCalls, toolsFor } from "./generators.ts";
import { plainCalls, type WireProperty } from "./wire-property.ts";

/** Formats with an escape for everything: no value is beyond them. */
const COMPLETE: ReadonlySet<WireFormatName> = new Set([
  "hermes",
  "mistral",
  "lfm2",
  "harmony",
  "llama",
  "deepseek",
  "kimi",
  "tagged_json",
]);

export const roundTrip: WireProperty<CallCase> = (wire) => ({
  id: "W2",
  version: 2,
  title: "Calls written in a format read back as the same calls, or the format is refused for them",
  doc:
    "For every JSON value, with texts that hold the markup of every family. A format without escapes refuses what it cannot " +
    "tell from other text; one with escapes refuses nothing. Words before the calls stay the content.",
  kind: "pbt",
  arbitrary: callCase,
  run({ format, calls, before }) {
    const tools = toolsFor(calls);
    const meant = namedCalls(calls);
    const rendered = wire.render(format, meant, tools);
    if (rendered.kind === "refused") {
      claim(!COMPLETE.has(format), `${format} refused: ${rendered.message}`);
      return;
    }
    const read = wire.parse(before + rendered.text, tools);
    claimEqual(read.error, null, `the error of ${JSON.stringify(rendered.text)}`);
    claimEqual(plainCalls(read.calls), plainCalls(meant), `read from ${JSON.stringify(rendered.text)}`);
    claimEqual(read.contentBefore, before.trim() === "" ? null : before.trim(), "the content before");
  },
  classify: ({ format, calls }) => `${format} ${wire.render(format, namedCalls(calls), toolsFor(calls)).kind}`,
  witnesses: [
    "hermes text",
    "qwen_xml text",
    "qwen_xml refused",
    "gemma4 text",
    "gemma4 refused",
    "mistral text",
    "laguna text",
    "lfm2 text",
    "harmony text",
    "json text",
  ],
  accepts: isCallCase,
});
