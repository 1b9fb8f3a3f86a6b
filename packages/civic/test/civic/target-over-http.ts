import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { listen } from "./listen.js";
import type { Scene } from "./scene.js";
import { Target } from "./target.js";

/** Starts the target as an HTTP server with a session for each client. */
export async function startTarget(scene: Scene): Promise<{ readonly target: Target; readonly url: string }> {
  const target = new Target();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer(async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    await (known ?? (await open(target, sessions))).handleRequest(request, response);
  });
  return { target, url: await listen(scene, server) };
}

async function open(target: Target, sessions: Map<string, StreamableHTTPServerTransport>) {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  await target.server().connect(transport as Transport);
  return transport;
}
