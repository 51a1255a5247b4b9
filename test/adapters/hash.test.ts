import { describe, test } from "vitest";
import { HASHES } from "../../adapters/hash/registry.ts";
import { hashCases } from "../conformance/hash.ts";

for (const { name, load } of HASHES) {
  describe(`hash ${name}`, () => {
    for (const { name, run } of hashCases) {
      test(name, async () => run(await load()));
    }
  });
}
