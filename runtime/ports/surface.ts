/** The door a call came through. */
export type Surface = "http" | "mcp" | "cli" | "agent";
