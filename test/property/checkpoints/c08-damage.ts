import { constantFrom, integer, record } from "fast-check";
import { nobleHash } from "../../../adapters/hash/noble.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isOneOf, isRecordOf } from "../guards.ts";
import { type CheckpointsProperty, STORE } from "./checkpoints-engine.ts";

const WAYS = ["missing", "cut", "flipped", "zeros", "longer"] as const;
type Way = (typeof WAYS)[number];

interface Case {
  readonly way: Way;
  readonly at: number;
}

const TEXT = "what stood there before\n";

export const damage: CheckpointsProperty<Case> = (engine) => ({
  id: "C8",
  version: 1,
  title:
    "A content that is missing or altered is never written: its path is unrecoverable by name, and the others go back",
  doc: "Whatever bytes stand under the name, they are hashed before they are used, and verify names the file.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ way: constantFrom(...WAYS), at: integer({ min: 0, max: 1000 }) }),
  async run({ way, at }) {
    const bench = await engine.open({ files: { a: TEXT, "dir/b": "another\n" } });
    for (const path of ["a", "dir/b"]) await bench.call("write_file", { path, content: "agent" });
    const sha256 = nobleHash.sha256(new TextEncoder().encode(TEXT));
    const blob = `${STORE}/blobs/${sha256.slice(0, 2)}/${sha256}`;
    const bytes = await bench.plain.fs.readFile(blob);
    if (way === "missing") await bench.plain.fs.rm(blob);
    else await bench.plain.fs.writeFile(blob, damaged(bytes, way, at % bytes.length));
    const { error } = await bench.checkpoints().verify();
    claim(String(error).includes(sha256), () => `verify says ${error}`);
    const report = await bench.checkpoints().revert({ turnId: "t" });
    claimEqual([report.success, report.error_code, report.reverted], [false, "unrecoverable", ["dir/b"]], "the revert");
    claimEqual(report.files.map(({ status }) => status).sort(), ["restorable", "unrecoverable"], "the statuses");
    claimEqual([await bench.text("a"), await bench.text("dir/b")], ["agent", "another\n"], "the files");
  },
  classify: ({ way }) => way,
  witnesses: WAYS,
  accepts: isRecordOf<Case>({ way: isOneOf<Way>(WAYS), at: isCount }),
});

function damaged(bytes: Uint8Array, way: Way, at: number): Uint8Array {
  if (way === "cut") return bytes.slice(0, at);
  if (way === "zeros") return new Uint8Array(bytes.length);
  if (way === "longer") return Uint8Array.from([...bytes, at & 0xff]);
  return bytes.map((byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte));
}
