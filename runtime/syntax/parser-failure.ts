/**
 * Why no parser looked at a text, as a result tells it. An edit is not refused for it: the scan decides instead, and this
 * stands beside its verdict. Messages of hosts name their own files, so only the kind of error is told.
 */
export function parserFailureOf(language: string, error: unknown): string {
  return `the parser of ${language} could not be used (${kindOf(error)}); only strings, comments and brackets were looked at`;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
