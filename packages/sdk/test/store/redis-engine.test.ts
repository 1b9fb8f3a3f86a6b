import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { OperationLimit } from "../../src/store/engine.js";
import { RedisEngine } from "../../src/store/redis/redis-engine.js";
import { parseRedisSetting, type RedisSetting } from "../../src/store/redis/redis-setting.js";

const LIMIT: OperationLimit = { signal: new AbortController().signal, ms: 60_000 };
const HOUR = 3_600_000;

/** Runs a server that does something with each connection, and returns what an increment rejects with. */
async function failureAt(serve: (socket: Socket) => void): Promise<unknown> {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const engine = new RedisEngine(parseRedisSetting(`redis://127.0.0.1:${port}`) as RedisSetting);
  try {
    return await engine.increment("n", 1, HOUR, LIMIT).catch((error) => error);
  } finally {
    await engine.close();
    server.close();
  }
}

describe("the store on Redis", () => {
  it.each([
    ["closes the connection at once", (socket: Socket) => socket.end(), "unavailable", "it closed the connection"],
    [
      "closes it after it received the command",
      (socket: Socket) => void socket.on("data", () => socket.end()),
      "unavailable",
      "it closed the connection",
    ],
    [
      "closes it in the middle of a reply",
      (socket: Socket) => void socket.on("data", () => socket.end("$100\r\nabc")),
      "unavailable",
      "it closed the connection",
    ],
    [
      "resets it",
      (socket: Socket) => void socket.on("data", () => socket.resetAndDestroy()),
      "unavailable",
      "it cannot be reached (ECONNRESET)",
    ],
    [
      "is loading its data",
      (socket: Socket) => void socket.on("data", () => socket.write("-LOADING Redis is loading the dataset\r\n")),
      "unavailable",
      "it is still loading its data: try again",
    ],
    [
      "accepts no more connections",
      (socket: Socket) => socket.end("-ERR max number of clients reached\r\n"),
      "unavailable",
      "it has too many connections",
    ],
    [
      "is another program",
      (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "unavailable",
      "what answers there is not Redis",
    ],
  ])("is an error if the server %s", async (_what, serve, code, text) => {
    expect(await failureAt(serve)).toMatchObject({ name: "StoreError", code, message: expect.stringContaining(text) });
  });
});
