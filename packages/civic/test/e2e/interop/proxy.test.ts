import { describe, expect } from "vitest";
import { connectThroughProxy } from "../../civic/behind-proxy.js";
import { call, connectOverHttp } from "../../civic/client.js";
import { startHook } from "../../civic/hook-process.js";
import { connectOverStdio } from "../../civic/proxy-process.js";
import { test } from "../../civic/scene-test.js";
import { startTarget } from "../../civic/target-over-http.js";

describe("Civic's proxy between a client, a hook served by serveCivic and a server", () => {
  test("starts a session with everything that the server has", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "desk.mjs")).url);
    expect(client.getServerVersion()).toMatchObject({ name: "target" });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["note://readme"]);
    expect((await client.readResource({ uri: "note://readme" })).contents).toMatchObject([{ text: "the readme" }]);
    expect((await client.getPrompt({ name: "greet" })).messages).toHaveLength(1);
    expect(await call(client, "add", { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 }, isError: false });
    expect(await call(client, "count_roots")).toMatchObject({ text: "1 roots" });
    expect(target.notifications).toContain("notifications/initialized");
  });

  test("lists and answers the hook's own tool, which the server never sees", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "desk.mjs")).url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["echo", "transfer", "add", "fails", "count_roots", "get_weather"]);
    expect(tools.at(-1)).toMatchObject({
      description: "Current weather for a city",
      inputSchema: { properties: { city: { type: "string" } }, required: ["city"] },
    });
    expect(await call(client, "get_weather", { city: "Turin" })).toEqual({ text: "Turin: sunny", isError: false });
    expect(await call(client, "get_weather", { city: 5 })).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("sends a rewritten call with the header that the hook set", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "desk.mjs")).url);
    expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi (rewritten)", isError: false });
    expect(target.calls).toMatchObject([
      { tool: "echo", arguments: { text: "hi (rewritten)" }, headers: { "x-api-key": "key-of-the-desk" } },
    ]);
  });

  test("answers a call instead of the server", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "desk.mjs")).url);
    expect(await call(client, "transfer")).toEqual({ text: "nothing was moved", isError: false });
    expect(target.ran).toEqual([]);
  });

  test("returns a denial as a result with the reason", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs")).url);
    expect(await call(client, "transfer")).toEqual({ text: "no transfers", isError: true });
    expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
    expect(target.ran).toEqual(["echo"]);
  });

  test("calls the first of two hooks first for the call and last for its result", async ({ scene }) => {
    const [first, second] = [await startHook(scene, "marks.mjs", "a"), await startHook(scene, "marks.mjs", "b")];
    const { client, target } = await connectThroughProxy(scene, first.url, second.url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi >a >b <b <a" });
    expect(target.calls).toMatchObject([{ arguments: { text: "hi >a >b" } }]);
  });

  test("asks a guard behind another hook about the final arguments", async ({ scene }) => {
    const [marks, guard] = [await startHook(scene, "marks.mjs", "a"), await startHook(scene, "guard.mjs")];
    const { client, target } = await connectThroughProxy(scene, marks.url, guard.url);
    expect(await call(client, "transfer")).toMatchObject({ isError: true, text: "no transfers <a" });
    expect(target.ran).toEqual([]);
  });

  test("combines it with one of Civic's own hooks", async ({ scene }) => {
    const [stock, marks] = [await startHook(scene, "stock-guard.mjs"), await startHook(scene, "marks.mjs", "a")];
    const { client, target } = await connectThroughProxy(scene, stock.url, marks.url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi >a <a" });
    expect(await call(client, "transfer")).toMatchObject({ isError: true, error: { code: -32603 } });
    expect(target.ran).toEqual(["echo"]);
  });

  test("calls a hook with one handler only for that, and lets the rest pass", async ({ scene }) => {
    const { client } = await connectThroughProxy(scene, (await startHook(scene, "partial.mjs")).url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi (seen)" });
    expect((await client.listTools()).tools).toHaveLength(5);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
  });

  test("also accepts the name localhost", async ({ scene }) => {
    const { url } = await startHook(scene, "partial.mjs");
    const { client } = await connectThroughProxy(scene, url.replace("127.0.0.1", "localhost"));
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi (seen)" });
  });

  test("works the same with a client over stdio", async ({ scene }) => {
    const { target, url } = await startTarget(scene);
    const hooks = [(await startHook(scene, "desk.mjs")).url, (await startHook(scene, "guard.mjs")).url];
    const client = await connectOverStdio(scene, url, hooks);
    expect((await client.listTools()).tools).toHaveLength(6);
    expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi (rewritten)", isError: false });
    expect(await call(client, "get_weather", { city: "Turin" })).toEqual({ text: "Turin: sunny", isError: false });
    expect(await call(client, "transfer")).toEqual({ text: "nothing was moved", isError: false });
    expect(target.calls).toMatchObject([{ tool: "echo", headers: { "x-api-key": "key-of-the-desk" } }]);
  });

  test("waits for a slow hook without further effect", async ({ scene }) => {
    const { client } = await connectThroughProxy(scene, (await startHook(scene, "partial.mjs", "700")).url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi (seen)", isError: false });
  });

  test("passes an error of the server to the client unchanged", async ({ scene }) => {
    const { client } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs")).url);
    const { error } = await call(client, "fails");
    expect(error).toMatchObject({ code: -32602, data: { account: 7 } });
    expect(error?.message).toContain("no account for fails");
  });

  test("keeps concurrent sessions apart", async ({ scene }) => {
    const { proxyUrl, target } = await connectThroughProxy(scene, (await startHook(scene, "desk.mjs")).url);
    const names = Array.from({ length: 5 }, (_, index) => `session ${index}`);
    const texts = await Promise.all(
      names.map(async (text) => {
        const client = await connectOverHttp(scene, proxyUrl);
        const calls = [1, 2, 3].map((count) => call(client, "echo", { text: `${text}, call ${count}` }));
        return (await Promise.all(calls)).map((outcome) => outcome.text);
      }),
    );
    expect(texts).toEqual(names.map((text) => [1, 2, 3].map((count) => `${text}, call ${count} (rewritten)`)));
    expect(target.calls).toHaveLength(15);
  });

  test("runs a hook of Civic's own class unchanged", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "real-class.mjs")).url);
    expect(await call(client, "echo", { text: "card 1234" })).toEqual({ text: "card ****", isError: false });
    expect(await call(client, "transfer")).toMatchObject({
      isError: true,
      text: expect.stringContaining("no transfers"),
    });
    expect(target.ran).toEqual(["echo"]);
  });
});
