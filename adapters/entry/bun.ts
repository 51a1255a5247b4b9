import process from "node:process";
import { main } from "../../runtime/cli/mod.ts";
import { type BunServe, bunServe } from "./bun-serve.ts";
import { processHost } from "./process-host.ts";

declare const Bun: BunServe;

process.exit(await main(processHost({ name: "bun", version: Bun.version }, bunServe(Bun))));
