import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** Returns a free port. Another process may take it before it is used, so the caller must retry. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
