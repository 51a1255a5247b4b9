/**
 * What the playground may load and run: its own files and WebAssembly, nothing written into the document, nobody else's
 * server. Sent as a header with every file of it, and built into the page for servers that send none.
 */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:";
