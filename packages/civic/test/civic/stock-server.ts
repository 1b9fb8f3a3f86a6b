import type { Server } from "node:http";
import { type Hook, startHookServer } from "@civic/hook-common";
import { listening } from "./listen.js";
import type { Scene } from "./scene.js";

/** A hook, served in this process by Civic's own `startHookServer`; its URL. */
export async function serveStock(scene: Scene, hook: Hook): Promise<string> {
  return listening(scene, (await startHookServer(hook, 0)) as Server);
}
