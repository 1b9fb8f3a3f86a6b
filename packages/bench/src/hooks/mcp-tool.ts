// The same tool as in ours-tool.ts, on an MCP server, written as the readme of the official SDK shows.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "bench", version: "1.0.0" });
server.registerTool(
  "get_weather",
  { description: "Current weather for a city", inputSchema: { city: z.string() } },
  ({ city }) => ({ content: [{ type: "text", text: `${city}: sunny, 15 °C` }] }),
);
void server.connect(new StdioServerTransport());
