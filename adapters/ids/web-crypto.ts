import type { Ids } from "../../runtime/ports/mod.ts";

/** Ids from the platform's cryptographic generator, which every supported host has under this name. */
export const webCryptoIds: Ids = {
  hex: (bytes) =>
    Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
