import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { RemoteHookClient } from "@civic/hook-common";
import { describe, expect, onTestFinished, test } from "vitest";
import { civic } from "../src/wires/civic.js";
import { lineCalls } from "../src/wires/line-calls.js";
import { mcp } from "../src/wires/mcp.js";
import { picoclaw } from "../src/wires/picoclaw.js";
import type { Wire, Work } from "../src/wires/wire.js";

const result = (value: object) => JSON.stringify({ jsonrpc: "2.0", id: 2, result: value });
const http = (json: object) => `HTTP/1.1 200 OK\r\n\r\n${JSON.stringify([{ result: { data: { json } } }])}`;
const WEATHER = "Beijing: sunny, 15 °C";

describe("a wire tells a correct answer from a wrong one", () => {
  test.for<[string, Wire, Work, string, boolean]>([
    ["continue", picoclaw, "continue", result({ action: "continue" }), true],
    ["a refusal", picoclaw, "continue", result({ action: "deny_tool" }), false],
    ["the tool's text", picoclaw, "respond", result({ action: "respond", result: { for_llm: WEATHER } }), true],
    ["another text", picoclaw, "respond", result({ action: "respond", result: { for_llm: "no" } }), false],
    ["no answer of the tool", picoclaw, "respond", result({ action: "continue" }), false],
    [
      "a modify that lost fields",
      picoclaw,
      "large-modify",
      result({ action: "modify", request: { model: "other" } }),
      false,
    ],
    ["the tool's text", mcp, "respond", result({ content: [{ type: "text", text: WEATHER }] }), true],
    ["an error result", mcp, "respond", result({ isError: true, content: [{ type: "text", text: WEATHER }] }), false],
    ["continue", civic, "continue", http({ resultType: "continue" }), true],
    [
      "the tool's text",
      civic,
      "respond",
      http({ resultType: "respond", response: { content: [{ text: WEATHER }] } }),
      true,
    ],
    ["continue in its place", civic, "respond", http({ resultType: "continue" }), false],
    ["an error", civic, "continue", "HTTP/1.1 500 Internal Server Error\r\n\r\n", false],
  ])("%s", ([, wire, work, answer, right]) => {
    expect(wire.isCorrect(work, answer)).toBe(right);
  });

  test("recognises a modify by its one change, whatever the order of the fields", () => {
    const params = JSON.parse(picoclaw.calls("large-modify", 1)(1).toString()).params;
    const answered = (request: object) => picoclaw.isCorrect("large-modify", result({ action: "modify", request }));
    expect(answered({ model: "other", ...params })).toBe(false);
    const { messages, ...rest } = params;
    expect(answered({ messages, ...rest, model: "other" })).toBe(true);
    expect(answered({ messages: messages.slice(1), ...rest, model: "other" })).toBe(false);
  });
});

describe("prepared lines", () => {
  const ids = (bytes: Buffer) => bytes.toString().trim().split("\n").map(Number);

  test("are used in turn, so that no two calls in flight have the same id", () => {
    const take = lineCalls((id) => `${id}\n`, 5);
    expect(ids(take(3))).toEqual([2, 3, 4]);
    expect(ids(take(3))).toEqual([5, 6, 2]);
    expect(ids(take(4))).toEqual([3, 4, 5, 6]);
    expect(ids(take(5))).toEqual([2, 3, 4, 5, 6]);
    expect(ids(take(1))).toEqual([2]);
    expect(() => take(6)).toThrow("6 calls at once, of 5");
  });
});

describe("Civic's calls", () => {
  test("are sent a hundred per request", () => {
    const requests = civic
      .calls(
        "continue",
        250,
      )(250)
      .toString()
      .split(/(?=POST )/);
    expect(requests.map((request) => request.match(/processCallToolRequest/g)?.length)).toEqual([100, 100, 50]);
    const [head = "", body = ""] = requests[2]?.split("\r\n\r\n") ?? [];
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  });

  test("equal those of Civic's own client, for one call and for three at once", async () => {
    const sent: string[] = [];
    const server = createServer(async (request, response) => {
      sent.push(`${request.method} ${request.url} ${await text(request)}`);
      response.writeHead(500).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new RemoteHookClient({ name: "bench", url });
    const call = { method: "tools/call" as const, params: { name: "list_dir", arguments: { path: "." } } };
    const ask = () => client.processCallToolRequest(call, { requestId: 1, sessionId: "bench" }).catch(() => undefined);
    await ask();
    await Promise.all([ask(), ask(), ask()]);
    const ours = [1, 3].map((count) => {
      const [head = "", body = ""] = civic.calls("continue", count)(count).toString().split("\r\n\r\n");
      return `${head.split(" HTTP/1.1")[0]} ${body}`;
    });
    expect(ours).toEqual(sent);
  });
});
