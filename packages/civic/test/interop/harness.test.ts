import { expect } from "vitest";
import { call, connectOverHttp } from "../civic/client.js";
import { startHook } from "../civic/hook-process.js";
import { connectInMemory } from "../civic/in-memory-proxy.js";
import { startProxy } from "../civic/proxy-process.js";
import { test } from "../civic/scene-test.js";
import { startTarget } from "../civic/target-over-http.js";

test("the real proxy as a process hands a call on", async ({ scene }) => {
  const { target, url } = await startTarget(scene);
  const stock = await startHook(scene, "stock-guard.mjs");
  const client = await connectOverHttp(scene, await startProxy(scene, url, [stock.url]), { "x-team": "red" });
  expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
  expect(await call(client, "transfer")).toMatchObject({ isError: true, error: { code: -32603 } });
  expect(await call(client, "fails")).toMatchObject({ error: {} });
  expect(await call(client, "add", { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
  expect(await call(client, "count_roots")).toMatchObject({ text: "1 roots" });
  expect(target.ran).toEqual(["echo", "fails", "add", "count_roots"]);
  expect(target.calls[0]?.headers).toMatchObject({ "x-team": "red" });
  expect((await client.readResource({ uri: "note://readme" })).contents[0]).toMatchObject({ text: "the readme" });
});

test("the real proxy in memory hands a call on", async ({ scene }) => {
  const { client, target } = await connectInMemory(scene, []);
  expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
  expect(await call(client, "fails")).toMatchObject({ error: { code: -32602, data: { account: 7 } } });
  expect(target.ran).toEqual(["echo", "fails"]);
});
