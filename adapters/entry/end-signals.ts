import type { EndSignal } from "../../runtime/ports/mod.ts";

/** What the server ends on in order. */
export const END_SIGNALS: readonly EndSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];
