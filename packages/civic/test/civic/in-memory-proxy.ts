import { type HookDefinition, PassthroughContext } from "@civic/passthrough-mcp-server";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { connect } from "./client.js";
import type { Scene } from "./scene.js";
import { Target } from "./target.js";

/** Connects a client, Civic's proxy with the hooks, and the target in this process. Hooks with a URL still use HTTP. */
export async function connectInMemory(
  scene: Scene,
  hooks: readonly HookDefinition[],
): Promise<{ readonly client: Client; readonly target: Target; readonly proxy: PassthroughContext }> {
  const target = new Target();
  const [client, toProxy] = InMemoryTransport.createLinkedPair();
  const [fromProxy, server] = InMemoryTransport.createLinkedPair();
  const proxy = new PassthroughContext([...hooks]);
  scene.onEnd(() => proxy.close());
  await target.server().connect(server);
  await proxy.connect(toProxy, fromProxy);
  return { client: await connect(scene, client), target, proxy };
}
