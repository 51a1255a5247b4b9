import type { Plugin } from "vite";
import { CONTENT_POLICY } from "../../runtime/server/content-policy.ts";

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
