import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connectOverHttp } from "./client.js";
import { startProxy } from "./proxy-process.js";
import type { Scene } from "./scene.js";
import type { Target } from "./target.js";
import { startTarget } from "./target-over-http.js";

/** A client before Civic's proxy, run as a process, with hooks behind URLs and the target. */
export async function connectThroughProxy(
  scene: Scene,
  ...hookUrls: readonly string[]
): Promise<{ readonly client: Client; readonly target: Target; readonly proxyUrl: string }> {
  const { target, url } = await startTarget(scene);
  const proxyUrl = await startProxy(scene, url, hookUrls);
  return { client: await connectOverHttp(scene, proxyUrl), target, proxyUrl };
}
