import type { Server } from "node:http";
import { type Hook, startHookServer } from "@civic/hook-common";
import { listening } from "./listen.js";
import type { Scene } from "./scene.js";

/** Serves a hook in this process with Civic's own `startHookServer`. Returns its URL. */
export async function serveStock(scene: Scene, hook: Hook): Promise<string> {
  return listening(scene, (await startHookServer(hook, 0)) as Server);
}
