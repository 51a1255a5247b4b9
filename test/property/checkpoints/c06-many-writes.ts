import { array, constantFrom } from "fast-check";
import { nobleHash } from "../../../adapters/hash/noble.ts";
import { claimEqual } from "../claims.ts";
import { isListOf, isText } from "../guards.ts";
import { type CheckpointsProperty, ROOT } from "./checkpoints-engine.ts";

export const manyWrites: CheckpointsProperty<readonly string[]> = (engine) => ({
  id: "C6",
  version: 1,
  title: "Of many writes to one path in a turn the first says what to go back to, and the last what the agent left",
  doc: "Also when the texts repeat; the rows chain from each to the next, and a revert gives the bytes from before the first.",
  kind: "model",
  needsTree: true,
  arbitrary: array(constantFrom("first", "one", "two", "three"), { minLength: 1, maxLength: 8, size: "max" }),
  async run(texts) {
    const bench = await engine.open({ files: { a: "first" } });
    const chain = ["first"];
    for (const text of texts) {
      await bench.call("write_file", { path: "a", content: text });
      if (text !== chain.at(-1)) chain.push(text);
    }
    const hashes = chain.map((text) => nobleHash.sha256(new TextEncoder().encode(text)));
    const rows = await bench.plain.index.byFile({ root: ROOT, relativePath: "a", limit: 100 });
    const links = rows.filter((row) => row.beforeHash !== row.afterHash);
    claimEqual(
      links.map(({ beforeHash, afterHash }) => [beforeHash, afterHash]),
      hashes.slice(1).map((hash, at) => [hashes[at], hash]),
      "the chain of rows",
    );
    await bench.checkpoints().revert({ turnId: "t" });
    claimEqual(await bench.text("a"), "first", "the file after the revert");
  },
  classify: (texts) => (texts.at(-1) === "first" ? "ends where it began" : texts.length > 1 ? "several" : "one"),
  witnesses: ["ends where it began", "several", "one"],
  accepts: isListOf(isText),
});
