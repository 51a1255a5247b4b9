import type { SyntaxProblem } from "../types.ts";

export async function tomlProblem(text: string): Promise<SyntaxProblem | null> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    // Values are not the question: integers beyond 2^53 and deep arrays are TOML too.
    parse(text, { integersAsBigInt: true, maxDepth: Number.POSITIVE_INFINITY });
    return null;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    return { line: error.line, column: error.column, message: `line ${error.line}: ${reason}` };
  }
}
