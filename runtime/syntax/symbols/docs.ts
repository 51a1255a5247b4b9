/** Block comments that start with two stars or a bang, and line comments of three slashes: what tools read as documentation. */
export function isDocBlock(comment: string): boolean {
  return /^(?:\/\*[*!](?!\/)|\/\/[/!])/.test(comment);
}

/** Languages whose documentation is whatever comment stands directly above. */
export function isAnyComment(): boolean {
  return true;
}
