import type { CliCommand } from "./cli-command.ts";

export const mcpCommand: CliCommand = {
  name: "mcp",
  declare(program, run) {
    program
      .command("mcp")
      .description("serve the tools to one MCP client over stdin and stdout, with ROOT as the workspace")
      .argument("[root]", "workspace root", ".")
      .action(async (root: string) => {
        await run(async (shell) => (await import("../mcp/mcp.ts")).mcp(shell, root));
      });
  },
};
