import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Conversation } from "../driver/conversation.js";
import type { HookProcess } from "../driver/hook-process.js";
import { type Calls, WEATHER, type Wire, type Work } from "./wire.js";

/** Civic's fastest: both 10 and 250 in one request cost its server more a call, and 700 are too many for Node. */
const BATCH = 100;
const SERVES = /^serves http:\/\/127\.0\.0\.1:(\d+)$/;

/**
 * Civic's: HTTP on one connection that stays open. The bytes are those that Civic's own `RemoteHookClient` sends, calls
 * that are sent at once in one request, as there; but no client of HTTP is in the way of the answer.
 */
export const civic: Wire = {
  mostInFlight: 10 * BATCH,
  async open(hook) {
    const socket = connect(await portOf(hook), "127.0.0.1").setNoDelay();
    await once(socket, "connect");
    const conversation = new Conversation(socket, socket, '"resultType"', async () => {
      const closed = once(socket, "close");
      socket.destroy();
      await Promise.all([closed, hook.stop("kill")]);
    });
    // It has no handshake: a call stands for it, as the first answer counts.
    await conversation.exchange(batches("continue")(1));
    return conversation;
  },
  calls: batches,
  isRight(work, answer) {
    const [{ result }] = JSON.parse(/\[.*\]/s.exec(answer)?.[0] ?? "[{}]");
    const { resultType, response } = result?.data.json ?? {};
    if (work === "continue") return resultType === "continue";
    return resultType === "respond" && response.content[0].text === WEATHER;
  },
};

/** It logs on: what it writes is read, whatever it is. */
function portOf(hook: HookProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(hook.stdout);
    lines.on("line", (line) => {
      const port = SERVES.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.on("close", () => reject(new Error("the hook's server ended before it listened")));
  });
}

/** Bytes of each number of calls, made when they are first asked for. */
function batches(work: Work): Calls {
  const made = new Map<number, Buffer>();
  return (count) => {
    const bytes = made.get(count) ?? requests(work, count);
    made.set(count, bytes);
    return bytes;
  };
}

function requests(work: Work, count: number): Buffer {
  const sizes = Array.from({ length: Math.ceil(count / BATCH) }, (_, at) => Math.min(BATCH, count - at * BATCH));
  return Buffer.from(sizes.map((size) => request(work, size)).join(""));
}

const CALLED = {
  continue: { name: "list_dir", arguments: { path: "." } },
  respond: { name: "get_weather", arguments: { city: "Beijing" } },
};

function request(work: Work, count: number): string {
  const params = CALLED[work as keyof typeof CALLED];
  const call = {
    json: { request: { method: "tools/call", params }, requestExtra: { requestId: 1, sessionId: "bench" } },
  };
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, call])));
  const methods = Array.from({ length: count }, () => "processCallToolRequest").join(",");
  return [
    `POST /${methods}?batch=1 HTTP/1.1`,
    "host: 127.0.0.1",
    "connection: keep-alive",
    "content-type: application/json",
    "accept: */*",
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
