import type { FileSystem } from "../../runtime/ports/mod.ts";
import type { FileSystemOptions } from "./file-system.ts";
import type { FilePrimitives } from "./primitives.ts";

/** A filesystem adapter once loaded. */
export interface FileSystemAdapter {
  createFileSystem(options: FileSystemOptions): FileSystem;
  /** The calls it stands on, fresh ones for an adapter that keeps its tree in memory. */
  createPrimitives(): FilePrimitives;
}

/** Filesystem adapters, with the runtimes each one works under; each loads on first use. */
export const FILE_SYSTEMS = [
  { name: "node", hosts: ["node", "bun", "deno"], load: loadNode },
  { name: "deno", hosts: ["deno"], load: loadDeno },
  { name: "memfs", hosts: ["node", "bun", "deno", "browser"], load: loadMemory },
] as const satisfies readonly {
  name: string;
  hosts: readonly ("node" | "bun" | "deno" | "browser")[];
  load: () => Promise<FileSystemAdapter>;
}[];

export type FileSystemName = (typeof FILE_SYSTEMS)[number]["name"];

async function loadNode(): Promise<FileSystemAdapter> {
  const { createNodeFileSystem, nodePrimitives } = await import("./node.ts");
  return { createFileSystem: createNodeFileSystem, createPrimitives: () => nodePrimitives };
}

/** The address is no literal, so that compilers without Deno's types leave the module alone. */
async function loadDeno(): Promise<FileSystemAdapter> {
  const { createDenoFileSystem, denoPrimitives } = await import(new URL("./deno.ts", import.meta.url).href);
  return { createFileSystem: createDenoFileSystem, createPrimitives: () => denoPrimitives };
}

async function loadMemory(): Promise<FileSystemAdapter> {
  const { createMemoryFileSystem, memoryPrimitives } = await import("./memfs.ts");
  return { createFileSystem: createMemoryFileSystem, createPrimitives: () => memoryPrimitives() };
}
