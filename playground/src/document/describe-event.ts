import type { PlaygroundEvent } from "./schema.ts";

/** An event in a few words, for the timeline and lists. */
export function describeEvent(event: PlaygroundEvent): string {
  switch (event.type) {
    case "read":
    case "edit":
    case "write":
    case "revert":
      return `${event.session} ${event.type}s`;
    case "call":
      return `${event.session} ${event.tool}`;
    case "human-write":
      return `${event.by ?? "human"} writes`;
    case "touch":
      return `${event.by ?? "human"} touches`;
    case "delete":
      return `${event.by ?? "human"} deletes`;
    case "rename":
      return `${event.by ?? "human"} renames`;
    case "shell":
      return `${event.session} $ ${event.command}`;
    case "store":
      return `blob ${event.sha256.slice(0, 6)} ${event.action === "drop" ? "lost" : "altered"}`;
    case "prune":
      return event.days === 0 ? "prune" : `${event.days} days, prune`;
    case "crash":
      return "server restarts";
  }
}
