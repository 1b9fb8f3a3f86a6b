import { describe, expect } from "vitest";
import { connectThroughProxy } from "../civic/behind-proxy.js";
import { call, connectOverHttp } from "../civic/client.js";
import { startHook } from "../civic/hook-process.js";
import { test } from "../civic/scene-test.js";

/** For what nobody will ever answer. */
const GIVES_UP_MS = 1000;

describe("a hook that refuses transfers, behind Civic's proxy", () => {
  test.for(["throws", "throws those words", "throws no error", "hangs", "decides nothing", "decides nonsense"])(
    "refuses when it %s, and goes on refusing",
    async (fault, { scene }) => {
      const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs")).url);
      expect(await call(client, "transfer", { fault })).toMatchObject({ isError: true });
      expect(await call(client, "transfer")).toEqual({ text: "no transfers", isError: true });
      expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
      expect(target.ran).toEqual(["echo"]);
    },
  );

  test("refuses when it ends in the middle of the call", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs")).url);
    expect(await call(client, "transfer", { fault: "exits" })).toMatchObject({ isError: true });
    expect(await call(client, "transfer")).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("refuses when it was killed before the call", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { client, target } = await connectThroughProxy(scene, hook.url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi" });
    await hook.kill();
    expect(await call(client, "transfer")).toMatchObject({ isError: true });
    expect(target.ran).toEqual(["echo"]);
  });

  test("refuses when it is killed in the middle of the call", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs", "600000");
    const { client, target } = await connectThroughProxy(scene, hook.url);
    const asked = call(client, "transfer", { fault: "hangs" });
    await hook.wrote("hangs now");
    await hook.kill();
    expect(await asked).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("refuses when it is stopped in its tracks: the client gives up", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { client, target } = await connectThroughProxy(scene, hook.url);
    hook.process.kill("SIGSTOP");
    expect(await call(client, "transfer", {}, GIVES_UP_MS)).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("lets no session begin when nobody is there", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { proxyUrl, target } = await connectThroughProxy(scene, hook.url);
    await hook.kill();
    await expect(connectOverHttp(scene, proxyUrl)).rejects.toThrow("fetch failed");
    expect(target.ran).toEqual([]);
  });
});
