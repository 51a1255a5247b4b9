import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Hash } from "../../runtime/ports/mod.ts";

/** Needs nothing of the host: for pages, and wherever there is no `node:crypto`. */
export const nobleHash: Hash = {
  sha256: (data) => bytesToHex(sha256(data)),
  md5: (data) => bytesToHex(md5(data)),
};
