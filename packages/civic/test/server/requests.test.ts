import { compose, defineHook, deny } from "@agent-hook/sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type CivicServer, HookChainError, serveCivic } from "../../src/index.js";
import { MAX_BODY_BYTES } from "../../src/server/body.js";
import { CALL, CALL_PATH, send } from "./http.js";

let server: CivicServer;

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const hook = compose(
    defineHook({ name: "guard", onFailure: "block", beforeTool: () => deny("this is NOT implemented") }),
    defineHook({
      name: "native",
      native: {
        civic: {
          processListPromptsResult: () => {
            throw new HookChainError(-32001, "Not  Implemented", { why: "not implemented" });
          },
        },
      },
    }),
  );
  server = await serveCivic(hook, { port: 0 });
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
});

const post = (path: string, body: string | Buffer, headers = {}) => send(server.port, path, { body, headers });
const prompts = { response: { prompts: [] }, originalRequest: { method: "prompts/list" } };

describe("a request", () => {
  it("with one call gets one answer, batched or not, under any prefix", async () => {
    const item = { result: { data: { json: { resultType: "respond" } } } };
    expect(await post(CALL_PATH, CALL)).toMatchObject({ status: 200, body: [item] });
    const alone = JSON.stringify(JSON.parse(CALL)[0]);
    expect(await post("/hooks/mine/processCallToolRequest", alone)).toMatchObject({ status: 200, body: item });
  });

  it("with several calls gets an answer for each, in order", async () => {
    const inputs = {
      0: { json: { method: "notifications/initialized" } },
      1: { json: {} },
      2: { json: { request: { method: "ping" } } },
      3: { json: prompts },
    };
    const path = "/processNotification,processNothing,processOtherRequest,processListPromptsResult?batch=1";
    const { status, body } = await post(path, JSON.stringify(inputs));
    expect(status).toBe(207);
    expect(body).toMatchObject([
      { result: { data: { json: { resultType: "continue", notification: { method: "notifications/initialized" } } } } },
      { error: { json: { code: -32004, data: { code: "NOT_FOUND", httpStatus: 404, path: "processNothing" } } } },
      { result: { data: { json: { resultType: "continue", request: { method: "ping" } } } } },
      { error: { json: { code: -32001, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } } },
    ]);
  });

  it.each([
    ["no JSON", CALL_PATH, "not implemented", {}, 400],
    ["JSON that is no object", CALL_PATH, "5", {}, 400],
    ["an input that is missing", CALL_PATH, "{}", {}, 400],
    ["a meta that is none", CALL_PATH, '{"0":{"json":{},"meta":5}}', {}, 400],
    ["several methods and no batch", "/processNotification,processNotification", "{}", {}, 400],
    ["too many methods", `/${Array(101).fill("processNotification").join(",")}?batch=1`, "{}", {}, 400],
    ["no method", "/", CALL, {}, 404],
    ["an inherited name", "/toString?batch=1", CALL, {}, 404],
    ["another type", CALL_PATH, CALL, { "content-type": "text/plain" }, 415],
    ["a path that is no UTF-8", "/%E0%A4%A?batch=1", CALL, {}, 400],
  ])("with %s gets an error that the client can read", async (_name, path, body, headers, status) => {
    const reply = await post(path, body, headers);
    expect(reply.status).toBe(status);
    const [item] = [reply.body].flat();
    expect(item).toMatchObject({ error: { json: { message: expect.any(String), data: { httpStatus: status } } } });
  });

  it.each(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])("by %s is rejected", async (method) => {
    const { status } = await send(server.port, CALL_PATH, { method });
    expect(status).toBe(405);
  });

  it("never gets status 501 or words that Civic's client takes for consent", async () => {
    const replies = [
      await post(CALL_PATH, CALL),
      await post("/not%20implemented/process%20Not%20Implemented?batch=1", '{"0":{}}'),
      await post("/processListPromptsResult?batch=1", JSON.stringify({ 0: { json: prompts } })),
      await post(CALL_PATH, '{"0":{"json":{"request":{"not implemented":1}}}}'),
      await post(CALL_PATH, '{"0":{"json":"not implemented"}}'),
      await send(server.port, "/not%20implemented", { method: "PATCH" }),
    ];
    for (const { status, statusText, body } of replies) {
      expect(JSON.stringify(body).toLowerCase()).not.toMatch(/not\s+implemented/);
      expect(statusText.toLowerCase()).not.toContain("implemented");
      expect(status).not.toBe(501);
    }
  });

  it("is read up to the size limit, declared or not, and the server keeps running", async () => {
    const padding = (bytes: number) => CALL.replace('"look"', `"look","_meta":{"p":"${"x".repeat(bytes)}"}`);
    const whole = padding(MAX_BODY_BYTES - padding(0).length);
    expect(await post(CALL_PATH, whole)).toMatchObject({ status: 200 });
    expect(await post(CALL_PATH, `${whole} `)).toMatchObject({ status: 413 });
    const chunked = { headers: { "transfer-encoding": "chunked" }, body: `${whole} ` };
    expect(await send(server.port, CALL_PATH, chunked)).toMatchObject({ status: 413 });
    expect(await send(server.port, CALL_PATH, { headers: { origin: "null" }, body: whole })).toMatchObject({
      status: 403,
    });
    await expect(post(CALL_PATH, "x".repeat(5 * MAX_BODY_BYTES))).rejects.toThrow(/EPIPE|ECONNRESET|hang up/);
    expect(await post(CALL_PATH, CALL)).toMatchObject({ status: 200 });
  });

  it("that breaks off does not disturb other requests", async () => {
    const { connect } = await import("node:net");
    const socket = connect(server.port, "127.0.0.1");
    const headers = "Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100";
    await new Promise<void>((resolve) =>
      socket.write(`POST ${CALL_PATH} HTTP/1.1\r\n${headers}\r\n\r\n{`, () => resolve()),
    );
    socket.destroy();
    expect(await post(CALL_PATH, CALL)).toMatchObject({ status: 200 });
  });

  it("that can be read but not written gets an error, and the tool does not run", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const body = `{"0":{"json":{"request":{"method":"ping","params":{"deep":${deep}}}}}}`;
    const [item] = (await post("/processOtherRequest?batch=1", body)).body as readonly unknown[];
    expect(item).toMatchObject({ error: { json: { message: expect.stringContaining("nested too deeply") } } });
  });
});
