import { expect, test } from "vitest";
import { openWorkspace } from "./workspace.ts";

for (const look of ["read_file", "edit_file"]) {
  test(`a file that somebody deleted can be written anew once ${look} said that it is gone`, async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" }, coding: { read_before_edit: "enforce" } });
    await work.call("read_file", { path: "a.txt" });
    await work.fs.rm("/work/project/a.txt");
    const write = () => work.call("write_file", { path: "a.txt", content: "new\n" });
    expect(await write()).toMatchObject({ success: false, error_code: "gone" });
    const args = look === "read_file" ? { path: "a.txt" } : { command: "view", path: "a.txt" };
    expect(await work.call(look, args)).toMatchObject({ success: false, error_code: "not_found" });
    expect(await write()).toMatchObject({ success: true });
    expect(await work.text("a.txt")).toBe("new\n");
  });
}

const begin = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

for (const patch of [
  begin("*** Delete File: link"),
  begin("*** Update File: link", "*** Move to: other.txt", "@@", "-one", "+1"),
]) {
  test(`a patch that would leave a link dangling is refused: ${patch.split("\n")[1]}`, async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    await work.fs.symlink("a.txt", "/work/project/link");
    expect(await work.call("edit_file", { patch })).toMatchObject({
      success: false,
      error_code: "not_a_file",
      data: { path: "link", target: "a.txt" },
    });
    expect(await work.text("a.txt")).toBe("one\n");
    expect((await work.fs.lstat("/work/project/link"))?.kind).toBe("symlink");
  });
}
