import type { FileSystem, WriteOutcome } from "../../../runtime/ports/mod.ts";

/** A tree where `around` surrounds each replacing of a file, whether its bytes were laid ready before or not. */
export function aroundReplace(
  fs: FileSystem,
  around: (path: string, replace: () => Promise<WriteOutcome>) => Promise<WriteOutcome>,
): FileSystem {
  return {
    ...fs,
    writeFile: (path, data, options) => around(path, () => fs.writeFile(path, data, options)),
    async stageFile(path, data, options) {
      const staged = await fs.stageFile(path, data, options);
      return { ...staged, publish: () => around(path, () => staged.publish()) };
    },
  };
}
