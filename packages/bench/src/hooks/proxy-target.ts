import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

// The server behind the proxy, with one tool that returns its text.
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function open(): Promise<StreamableHTTPServerTransport> {
  const server = new McpServer({ name: "target", version: "1.0.0" });
  server.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  await server.connect(transport as Transport);
  return transport;
}

const server = createServer(async (request, response) => {
  const known = sessions.get(String(request.headers["mcp-session-id"]));
  await (known ?? (await open())).handleRequest(request, response);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
