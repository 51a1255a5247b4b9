/** The runtime this test runs in. */
export const hostName: "bun" | "deno" | "node" = "Deno" in globalThis ? "deno" : "Bun" in globalThis ? "bun" : "node";
