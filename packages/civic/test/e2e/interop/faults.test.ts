import { describe, expect } from "vitest";
import { connectThroughProxy } from "../../civic/behind-proxy.js";
import { call, connectOverHttp } from "../../civic/client.js";
import { startHook } from "../../civic/hook-process.js";
import { test } from "../../civic/scene-test.js";

/** The client's timeout for calls without an answer. */
const GIVES_UP_MS = 1000;
/** A deadline that no test reaches. */
const FOREVER_MS = "600000";
const FAULTS = ["throws", "throws those words", "throws nothing", "hangs", "decides nonsense"];
const WAYS = ["approveTool", "beforeTool", "native", "class"];

describe("a hook that denies transfers, behind Civic's proxy", () => {
  test.for(WAYS)("denies in %s despite every fault, and keeps denying", async (way, { scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs", way)).url);
    for (const fault of FAULTS) {
      expect(await call(client, "transfer", { fault }, GIVES_UP_MS), fault).toMatchObject({ isError: true });
      const { text, isError } = await call(client, "transfer");
      expect({ text, isError }, fault).toEqual({ text: expect.stringMatching(/no transfers$/), isError: true });
    }
    expect(await call(client, "echo", { text: "hi" })).toEqual({ text: "hi", isError: false });
    expect(target.ran).toEqual(["echo"]);
  });

  test("denies when it exits in the middle of the call", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "guard.mjs")).url);
    expect(await call(client, "transfer", { fault: "exits" })).toMatchObject({ isError: true });
    expect(await call(client, "transfer")).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("denies when it was killed before the call", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { client, target } = await connectThroughProxy(scene, hook.url);
    expect(await call(client, "echo", { text: "hi" })).toMatchObject({ text: "hi" });
    await hook.kill();
    expect(await call(client, "transfer")).toMatchObject({ isError: true });
    expect(target.ran).toEqual(["echo"]);
  });

  test("denies when it is killed in the middle of the call", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs", "approveTool", FOREVER_MS);
    const { client, target } = await connectThroughProxy(scene, hook.url);
    const asked = call(client, "transfer", { fault: "hangs" });
    await hook.wrote("hangs now");
    await hook.kill();
    expect(await asked).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("lets no tool run while its process is stopped", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { client, target } = await connectThroughProxy(scene, hook.url);
    hook.process.kill("SIGSTOP");
    expect(await call(client, "transfer", {}, GIVES_UP_MS)).toMatchObject({ isError: true });
    expect(target.ran).toEqual([]);
  });

  test("lets no session start while it is not running", async ({ scene }) => {
    const hook = await startHook(scene, "guard.mjs");
    const { proxyUrl, target } = await connectThroughProxy(scene, hook.url);
    await hook.kill();
    await expect(connectOverHttp(scene, proxyUrl)).rejects.toThrow("fetch failed");
    expect(target.ran).toEqual([]);
  });

  test("denies next to a failing hook, in either order", async ({ scene }) => {
    const [guard, redactor] = [await startHook(scene, "guard.mjs"), await startHook(scene, "redactor.mjs")];
    for (const urls of [
      [guard.url, redactor.url],
      [redactor.url, guard.url],
    ]) {
      const { client, target } = await connectThroughProxy(scene, ...urls);
      expect(await call(client, "transfer", { fault: "throws" })).toMatchObject({ isError: true });
      expect(target.ran).toEqual([]);
    }
  });
});

describe("a hook that hides secrets in results, behind Civic's proxy", () => {
  const secret = { text: "the secret" };

  test("never shows one to the client, despite every fault", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "redactor.mjs")).url);
    for (const fault of FAULTS) {
      const { text, isError } = await call(client, "echo", { ...secret, fault });
      expect({ text, isError }, fault).toEqual({
        text: expect.stringMatching(
          /^\[withheld: hook "[^"]+" failed; to find out why, run: npx agent-hook why [0-9a-f]{8}\]$/,
        ),
        isError: true,
      });
      expect(await call(client, "echo", secret), fault).toEqual({ text: "the [hidden]", isError: false });
    }
    expect(target.ran).toHaveLength(2 * FAULTS.length);
  });

  test("shows none when the result is too large for the hook", async ({ scene }) => {
    const { client, target } = await connectThroughProxy(scene, (await startHook(scene, "redactor.mjs")).url);
    const { text, isError } = await call(client, "echo", { ...secret, times: 2 * 1024 * 1024 });
    expect(isError).toBe(true);
    expect(text).not.toContain("secret");
    expect(target.ran).toEqual(["echo"]);
  });

  test("shows none when it is killed while it checks the result", async ({ scene }) => {
    const hook = await startHook(scene, "redactor.mjs", FOREVER_MS);
    const { client, target } = await connectThroughProxy(scene, hook.url);
    const asked = call(client, "echo", { ...secret, fault: "hangs" });
    await hook.wrote("hangs now");
    await hook.kill();
    const { text, isError } = await asked;
    expect(isError).toBe(true);
    expect(text).not.toContain("secret");
    expect(target.ran).toEqual(["echo"]);
  });
});
