import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A port that nobody listens on now. Another process may take it before it is used: whoever does tries again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
