import type { Plugin, Rollup } from "vite";

/** What the first view is made of, by the source that each chunk starts from: the page, and the lab that opens by itself. */
const FIRST = [/\/src\/page\.tsx$/, /\/src\/labs\/match\/mod\.ts$/];

/** Names the chunks of the first view in the page, so that they load side by side and not one behind the other. */
export function preloadPage(): Plugin {
  return {
    name: "mortise-preload-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const first = chunks.filter(({ facadeModuleId }) => FIRST.some((source) => source.test(facadeModuleId ?? "")));
        if (first.length !== FIRST.length) throw new Error("the chunks of the first view are not as they are named");
        const names = new Set(first.map(({ fileName }) => fileName));
        // A set goes on to what is added while it is walked through.
        for (const name of names) for (const needed of importsOf(bundle[name])) names.add(needed);
        for (const { isEntry, fileName } of chunks) if (isEntry) names.delete(fileName);
        return [...names].map((name) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` },
          injectTo: "head",
        }));
      },
    },
  };
}

function importsOf(file: Rollup.OutputBundle[string] | undefined): readonly string[] {
  return file?.type === "chunk" ? file.imports : [];
}
