import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { createUrlGrammars } from "../../adapters/grammars/url.ts";
import { createParsers } from "../../runtime/syntax/mod.ts";
import { grammarNames, grammarsCases } from "../conformance/grammars.ts";

describe("grammars files", () => {
  for (const { name, run } of grammarsCases) test(name, () => run(createFileGrammars()));

  test("none is missing", async () => {
    const grammars = createFileGrammars();
    for (const name of grammarNames) expect([name, (await grammars.grammar(name)) !== null]).toEqual([name, true]);
    for (const name of ["ruff", "sh-syntax"] as const) {
      expect([name, (await grammars.checker?.(name)) instanceof Uint8Array]).toEqual([name, true]);
    }
  });
});

describe("grammars url", () => {
  for (const { name, run } of grammarsCases) {
    test(name, () => withServer(async (base) => run(createUrlGrammars(urlsAt(base)))));
  }

  test("an address that answers with an error is an error, not an absent grammar", () =>
    withServer(async (base) => {
      const grammars = createUrlGrammars({ parser: `${base}/nothing`, grammars: {} });
      await expect(grammars.parser()).rejects.toThrow(`grammar ${base}/nothing: HTTP 404`);
      expect(await grammars.grammar("go")).toBe(null);
    }));
});

describe("parsers over grammars", () => {
  test("each grammar is loaded once, when first needed, even by calls at the same time", async () => {
    const asked: string[] = [];
    const files = createFileGrammars();
    const parsers = createParsers({
      parser: files.parser,
      grammar: (name) => {
        asked.push(name);
        return files.grammar(name);
      },
    });
    const typeOf = (text: string) => parsers.withTree("css", text, (root) => [root.type, root.hasError]);
    expect(await Promise.all([typeOf("a { b: c }"), typeOf("a {"), typeOf("")])).toEqual([
      ["stylesheet", false],
      ["stylesheet", true],
      ["stylesheet", false],
    ]);
    await typeOf("x { y: z }");
    expect(asked).toEqual(["css"]);
  });

  test("a load that failed is tried again, and an absent grammar is null", async () => {
    let failures = 1;
    const files = createFileGrammars();
    const parsers = createParsers({
      parser: files.parser,
      grammar: async (name) => {
        if (name === "go") return null;
        if (failures-- > 0) throw new Error("disk");
        return files.grammar(name);
      },
    });
    await expect(parsers.withTree("css", "", () => 1)).rejects.toThrow("disk");
    expect(await parsers.withTree("css", "", () => 1)).toBe(1);
    expect(await parsers.withTree("go", "", () => 1)).toBe(null);
  });

  test("an error thrown while a tree is in use frees the tree and passes on", async () => {
    const parsers = createParsers(createFileGrammars());
    const fail = () => {
      throw new Error("mine");
    };
    await expect(parsers.withTree("css", "a {}", fail)).rejects.toThrow("mine");
    expect(await parsers.withTree("css", "a {}", (root) => root.hasError)).toBe(false);
  });
});

function urlsAt(base: string) {
  const grammars = Object.fromEntries(["css", "go"].map((name) => [name, `${base}/${name}`]));
  return { parser: `${base}/parser`, grammars };
}

/** A server on the loopback address with the files of the installed packages. */
async function withServer(use: (base: string) => Promise<void>): Promise<void> {
  const files = createFileGrammars();
  const server = createServer((request, response) => {
    const bytes = { "/parser": files.parser(), "/css": files.grammar("css"), "/go": files.grammar("go") }[
      request.url ?? ""
    ];
    if (bytes === undefined) response.writeHead(404).end();
    else bytes.then((body) => response.writeHead(200).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
