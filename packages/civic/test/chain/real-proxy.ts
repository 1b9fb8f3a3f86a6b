import type { Hook } from "@civic/hook-common";
import { PassthroughContext } from "@civic/passthrough-mcp-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { type Request, type Result, ResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** Sends a client's request to a target through Civic's own proxy, with the hooks in its process. */
export async function throughRealProxy(
  hooks: readonly Hook[],
  request: Request,
  target: (request: Request) => Result,
): Promise<Result> {
  const [ofClient, toClient] = InMemoryTransport.createLinkedPair();
  const [toTarget, ofTarget] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: "target", version: "1" }, { capabilities: {} });
  server.fallbackRequestHandler = async (asked) => target(asked);
  const proxy = new PassthroughContext([...hooks], {
    appendMetadataToRequest: false,
    appendMetadataToResponse: false,
    appendMetadataToNotification: false,
  });
  const client = new Client({ name: "client", version: "1" });
  await server.connect(ofTarget);
  await proxy.connect(toClient, toTarget);
  await client.connect(ofClient);
  try {
    return await client.request(request, ResultSchema);
  } finally {
    await client.close();
    await proxy.close();
    await server.close();
  }
}
