import { describe, expect, test } from "vitest";
import { fileSystemCases, TEMP_PREFIX } from "../conformance/filesystem.ts";
import { hostName } from "./host.ts";
import { adaptersHere, tempsBelow, withTree } from "./trees.ts";

for (const adapter of adaptersHere) {
  describe(`filesystem ${adapter} under ${hostName}`, () => {
    for (const { name, run } of fileSystemCases) {
      test(name, () =>
        withTree(adapter, async ({ folder, tools }) => {
          const fs = tools.open({});
          await run(fs, folder, tools);
          expect(await tempsBelow(fs, folder, TEMP_PREFIX)).toEqual([]);
        }),
      );
    }
  });
}
