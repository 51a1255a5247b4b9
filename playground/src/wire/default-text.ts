import { SAMPLE_TOOLS } from "./sample-tools.ts";

/** What is read when nothing was put in: a call, and behind it a result and a conclusion that the model made up. */
export const DEFAULT_TEXT = `Let me look at the file first.

<tool_call>
<function=count_lines>
<parameter=path>
src/pool.py
</parameter>
<parameter=skip_blank>
true
</parameter>
</function>
</tool_call>
<tool_response>
42
</tool_response>
The file has 42 lines, so it is short enough to rewrite as a whole.
`;

export const DEFAULT_TOOLS: string = JSON.stringify(SAMPLE_TOOLS, null, 1);
