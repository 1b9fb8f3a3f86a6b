import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Scene } from "./scene.js";

/** Listens on a free port until the scene ends. Returns the server's address. */
export async function listen(scene: Scene, server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  return listening(scene, server);
}

/** Returns the address of a server that listens now or soon. */
export async function listening(scene: Scene, server: Server): Promise<string> {
  if (!server.listening) await once(server, "listening");
  scene.onEnd(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
