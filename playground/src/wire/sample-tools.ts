import type { WireTool } from "../../../runtime/wire/mod.ts";

/** The tools of the samples: text, a flag and a number, so that types come from the schema and not from the spelling. */
export const SAMPLE_TOOLS: readonly WireTool[] = [
  {
    name: "count_lines",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, skip_blank: { type: "boolean" }, first: { type: "integer" } },
      required: ["path"],
    },
  },
  {
    name: "read_file",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
];
