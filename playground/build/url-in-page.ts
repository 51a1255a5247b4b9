/** What is left of the host's url module in a page, where every path is one of a tree in memory. */
export const { URL, URLSearchParams } = globalThis;

export function fileURLToPath(url: string | URL): string {
  return decodeURIComponent(new globalThis.URL(url).pathname);
}

export function pathToFileURL(path: string): URL {
  return new globalThis.URL(`file://${encodeURI(path)}`);
}
