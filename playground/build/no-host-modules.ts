import type { Plugin } from "vite";

/** Fails the build when a module of Node, Bun or Deno would reach the page, beyond the declared aliases. */
export function noHostModules(): Plugin {
  return {
    name: "mortise-no-host-modules",
    apply: "build",
    generateBundle(_, bundle) {
      for (const item of Object.values(bundle)) {
        if (item.type !== "chunk") continue;
        const found = [...item.moduleIds, ...item.imports].filter((id) =>
          /__vite-browser-external|^(node|bun|deno):/.test(id),
        );
        if (found.length === 0) continue;
        this.error(
          `${item.fileName} holds a host's module (${found.join(", ")}); the page has none. Find what imports it`,
        );
      }
    },
  };
}
