#!/usr/bin/env node
import process from "node:process";
import { main } from "../../runtime/cli/mod.ts";
import { serve } from "./node-serve.ts";
import { processHost } from "./process-host.ts";

process.exit(await main(processHost({ name: "node", version: process.versions.node }, serve)));
