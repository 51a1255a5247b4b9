import { CliError } from "../cli-error.ts";
import { MAX_LINE_BYTES } from "../lines.ts";

/** All of stdin, strictly decoded. */
export async function readAllText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > MAX_LINE_BYTES) throw new CliError("too_large", `stdin is over ${MAX_LINE_BYTES} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new CliError("bad_json", "stdin is not valid UTF-8");
    throw error;
  }
}
