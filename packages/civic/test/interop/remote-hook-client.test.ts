import { defineHook, deny } from "@agent-hook/sdk";
import { RemoteHookClient } from "@civic/hook-common";
import { describe, expect, vi } from "vitest";
import { argumentsOf, METHOD_NAMES, type MethodName } from "../civic/inputs.js";
import { serveOurs } from "../civic/our-server.js";
import { test } from "../civic/scene-test.js";

const TOKEN = "a-token-of-thirty-two-characters";
const echo = { method: "tools/call" as const, params: { name: "echo", arguments: { text: "hi" } } };
const extra = { requestId: 1 };
const quiet = defineHook({ name: "quiet" });
const guard = defineHook({ name: "guard", onFailure: "block", beforeTool: () => deny("no calls") });

const methodsOf = (client: RemoteHookClient) =>
  METHOD_NAMES.filter((method) => method in client) as (MethodName & keyof RemoteHookClient)[];
const remote = (url: string) => new RemoteHookClient({ url, name: "remote" });

describe("Civic's RemoteHookClient and serveCivic", () => {
  test("every method of the client is answered, and a hook without methods changes nothing", async ({ scene }) => {
    const client = remote(await serveOurs(scene, quiet));
    const methods = methodsOf(client);
    expect(methods).toHaveLength(29);
    for (const method of methods) {
      const args = argumentsOf(method);
      const passed = method.endsWith("Error") ? {} : passedOn(method, args[0]);
      const answer = await (client[method] as (...args: unknown[]) => Promise<unknown>)(...args);
      expect(answer, method).toEqual({ resultType: "continue", ...passed });
    }
  });

  test("values that JSON lacks arrive as they were sent", async ({ scene }) => {
    const seen: Record<string, unknown>[] = [];
    const hook = defineHook({
      name: "watches",
      native: {
        civic: {
          processCallToolRequest: (input) => void seen.push({ ...input }),
          processCallToolError: (input) => void seen.push({ ...input }),
        },
      },
    });
    const client = remote(await serveOurs(scene, hook));
    const url = new URL("http://127.0.0.1/mcp?a=b");
    const when = new Date(0);
    const requestExtra = { requestId: 1, sessionId: undefined, requestInfo: { headers: {}, url, when } } as never;
    const answer = await client.processCallToolRequest(echo, requestExtra);
    expect(answer).toEqual({ resultType: "continue", request: echo });
    const failure = Object.assign(new Error("MCP error -32602: no such account"), { code: -32602 });
    expect(await client.processCallToolError(failure, echo, extra)).toEqual({ resultType: "continue" });
    expect(seen[0]?.requestExtra).toEqual({ requestId: 1, requestInfo: { headers: {}, url, when } });
    expect(seen[1]?.error).toMatchObject({ message: "MCP error -32602: no such account" });
  });

  test("calls that are sent at once share one request, and each gets its own answer", async ({ scene }) => {
    const client = remote(await serveOurs(scene, guard));
    const fetched = vi.spyOn(globalThis, "fetch");
    const answers = await Promise.all([
      client.processCallToolRequest(echo, extra),
      client.processListToolsRequest({ method: "tools/list" }, extra),
      client.processNotification({ method: "notifications/initialized" }),
    ]);
    const urls = fetched.mock.calls.map(([url]) => new URL(String(url)).pathname);
    fetched.mockRestore();
    expect(urls).toEqual(["/processCallToolRequest,processListToolsRequest,processNotification"]);
    expect(answers).toMatchObject([
      { resultType: "respond", response: { isError: true, content: [{ type: "text", text: "no calls" }] } },
      { resultType: "continue", request: { method: "tools/list" } },
      { resultType: "continue", notification: { method: "notifications/initialized" } },
    ]);
  });

  test("any path may precede the methods", async ({ scene }) => {
    const url = await serveOurs(scene, guard);
    for (const path of ["", "/", "/hooks", "/hooks/guard/"]) {
      expect(await remote(url + path).processCallToolRequest(echo, extra)).toMatchObject({ resultType: "respond" });
    }
  });

  test("the token is part of the URL", async ({ scene }) => {
    const url = await serveOurs(scene, guard, TOKEN);
    expect(url.endsWith(`/${TOKEN}`)).toBe(true);
    expect(await remote(url).processCallToolRequest(echo, extra)).toMatchObject({ resultType: "respond" });
    expect(await remote(`${url}/below`).processCallToolRequest(echo, extra)).toMatchObject({ resultType: "respond" });
  });

  test("every method fails with a clear message for a client without access", async ({ scene }) => {
    const { origin } = new URL(await serveOurs(scene, guard, TOKEN));
    for (const url of [origin, `${origin}/another-token-of-32-characters..`]) {
      const client = remote(url);
      for (const method of methodsOf(client)) {
        const asked = (client[method] as (...args: unknown[]) => Promise<unknown>)(...argumentsOf(method));
        await expect(asked, method).rejects.toThrow(/token/);
      }
    }
  });

  test("a call that is too large fails with a clear message", async ({ scene }) => {
    const client = remote(await serveOurs(scene, guard));
    const large = { ...echo, params: { name: "echo", arguments: { text: "x".repeat(17 * 1024 * 1024) } } };
    await expect(client.processCallToolRequest(large, extra)).rejects.toThrow("Expected at most 16777216 bytes");
  });
});

function passedOn(method: MethodName, first: unknown): Record<string, unknown> {
  if (method.endsWith("Request")) return { request: first };
  return method.endsWith("Result") ? { response: first } : { notification: first };
}
