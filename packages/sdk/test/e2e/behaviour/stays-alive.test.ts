import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { beforeTool } from "../../wire-calls.js";

const kinds = ["rejection", "timer", "immediate", "tick", "microtask", "emitter", "text"];
const served = { action: "deny_tool", reason: "served" };

describe("errors that belong to no call", () => {
  test.each(kinds)("logs a stray %s, and the process keeps running", async (kind) => {
    const hook = await spawnReady("stray.mjs");
    const during = hook.call("hook.before_tool", beforeTool("exec"));
    expect(await hook.call("hook.before_tool", beforeTool(kind))).toEqual(served);
    expect(await during).toEqual(served);
    await hook.logged(new RegExp(`STRAY ${kind}`));
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toEqual(served);
    expect(await hook.end()).toEqual({ code: 0, signal: null });
    expect(hook.lines.join()).not.toContain("STRAY");
  });

  test("keeps running after a thousand of them", async () => {
    const hook = await spawnReady("stray.mjs");
    const calls = Array.from({ length: 1000 }, (_, n) => hook.call("hook.before_tool", beforeTool(kinds[n % 7] ?? "")));
    for (const result of await Promise.all(calls)) expect(result).toEqual(served);
  });

  test("loses only the logs when the host closes stderr", async () => {
    const hook = await spawnReady("stray.mjs");
    hook.streams.stderr.destroy();
    for (const kind of [...kinds, ...kinds]) {
      expect(await hook.call("hook.before_tool", beforeTool(kind))).toEqual(served);
    }
  });
});
