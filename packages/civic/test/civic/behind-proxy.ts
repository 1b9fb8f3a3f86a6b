import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connectOverHttp } from "./client.js";
import { startProxy } from "./proxy-process.js";
import type { Scene } from "./scene.js";
import type { Target } from "./target.js";
import { startTarget } from "./target-over-http.js";

/** Connects a client to Civic's proxy in its own process, with hooks behind URLs and a target. */
export async function connectThroughProxy(
  scene: Scene,
  ...hookUrls: readonly string[]
): Promise<{ readonly client: Client; readonly target: Target; readonly proxyUrl: string }> {
  const { target, url } = await startTarget(scene);
  const proxyUrl = await startProxy(scene, url, hookUrls);
  return { client: await connectOverHttp(scene, proxyUrl), target, proxyUrl };
}
