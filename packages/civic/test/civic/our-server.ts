import { serveCivic } from "../../src/index.js";
import type { Scene } from "./scene.js";

/** Serves a hook in this process with `serveCivic`. Returns its URL. */
export async function serveOurs(scene: Scene, hook: Parameters<typeof serveCivic>[0], token?: string): Promise<string> {
  const server = await serveCivic(hook, { port: 0, ...(token === undefined ? {} : { token }) });
  scene.onEnd(() => server.stop());
  return server.url;
}
