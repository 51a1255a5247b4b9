import { Buffer } from "buffer/";
import process from "process/browser.js";

/** memfs takes these for granted when it loads, so this module is the first import of a worker. */
Object.assign(globalThis, { Buffer, process });
