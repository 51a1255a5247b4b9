import type { Plugin } from "vite";

/**
 * What the page may load and run: its own files and WebAssembly, nothing written into the document, nobody else's server.
 * The server that hands the page out sends the same.
 */
export const CONTENT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' data:";

/** Puts the policy into the page itself, for servers that send no headers. */
export function contentPolicy(): Plugin {
  return {
    name: "mortise-content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}
