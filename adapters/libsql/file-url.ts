/** The driver decodes a `file:` address by percent signs; "#" and "?" would otherwise cut the path. */
export function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}
