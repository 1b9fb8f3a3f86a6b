import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Conversation } from "../driver/conversation.js";
import type { MeasuredHook } from "../driver/hook-process.js";
import { type CallBytes, WEATHER, type Wire, type Work } from "./wire.js";

/** Calls per batch for which Civic's server is fastest. 10 or 250 take longer per call, 700 are too many for Node. */
const BATCH = 100;
const SERVES = /^serves http:\/\/127\.0\.0\.1:(\d+)$/;

/**
 * Civic's wire: HTTP on one persistent connection. The bytes equal those of Civic's own `RemoteHookClient`, which also
 * batches calls that are sent at once. Unlike in that client, the answers are read without an HTTP client.
 */
export const civic: Wire = {
  maxInFlight: 10 * BATCH,
  async open(hook) {
    const socket = connect(await portOf(hook), "127.0.0.1").setNoDelay();
    await once(socket, "connect");
    const conversation = new Conversation(socket, socket, '"resultType"', async () => {
      const closed = once(socket, "close");
      socket.destroy();
      await Promise.all([closed, hook.stop("kill")]);
    });
    // Civic has no handshake. One call replaces it, because the time of the first answer is measured.
    await conversation.exchange(batches("continue")(1));
    return conversation;
  },
  calls: batches,
  isCorrect(work, answer) {
    const [{ result }] = JSON.parse(/\[.*\]/s.exec(answer)?.[0] ?? "[{}]");
    const { resultType, response } = result?.data.json ?? {};
    if (work === "continue") return resultType === "continue";
    return resultType === "respond" && response.content[0].text === WEATHER;
  },
};

/** Resolves with the port, and keeps reading stdout afterwards because the server keeps logging. */
function portOf(hook: MeasuredHook): Promise<number> {
  return new Promise((resolve, reject) => {
    const lines = createInterface(hook.stdout);
    lines.on("line", (line) => {
      const port = SERVES.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.on("close", () => reject(new Error("the hook's server ended before it listened")));
  });
}

/** Returns the bytes for a number of calls, created on first use. */
function batches(work: Work): CallBytes {
  const prepared = new Map<number, Buffer>();
  return (count) => {
    const bytes = prepared.get(count) ?? requests(work, count);
    prepared.set(count, bytes);
    return bytes;
  };
}

function requests(work: Work, count: number): Buffer {
  const sizes = Array.from({ length: Math.ceil(count / BATCH) }, (_, at) => Math.min(BATCH, count - at * BATCH));
  return Buffer.from(sizes.map((size) => request(work, size)).join(""));
}

const TOOL_CALLS = {
  continue: { name: "list_dir", arguments: { path: "." } },
  respond: { name: "get_weather", arguments: { city: "Beijing" } },
};

function request(work: Work, count: number): string {
  const params = TOOL_CALLS[work as keyof typeof TOOL_CALLS];
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
