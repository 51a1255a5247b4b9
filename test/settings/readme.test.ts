import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeSettings } from "../../runtime/settings/mod.ts";

test("the README's table names every setting with its variable and default", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| `(coding\.[a-z_]+)` \| `(\w+)` \| `([^`]+)` \|/gm)].map((row) =>
    row.slice(1, 4),
  );
  expect(rows).toEqual(describeSettings().map((setting) => [setting.key, setting.environment, setting.default]));
});
