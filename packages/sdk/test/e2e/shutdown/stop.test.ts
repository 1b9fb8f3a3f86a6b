import { describe, expect, test } from "vitest";
import { type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import {
  afterLlm,
  afterTool,
  approveTool,
  beforeLlm,
  beforeTool,
  goesOn,
  isFailure,
  points,
  policies,
} from "../../wire-calls.js";

/** Deadlines in hooks/waits.mjs are one minute, so a call that ends sooner was ended by the stop. */
const stops = {
  "end of stdin": (hook: RunningHook) => hook.end(),
  SIGTERM: (hook: RunningHook) => hook.kill("SIGTERM"),
  SIGINT: (hook: RunningHook) => hook.kill("SIGINT"),
};
const unending = {
  before_llm: beforeLlm({ graceful_terminal: true }),
  after_llm: afterLlm(),
  before_tool: beforeTool("never"),
  after_tool: afterTool("never"),
  approve_tool: approveTool("never"),
};
const clean = { code: 0, signal: null };

// Windows has no signals: there, the process would end at once.
const stopsHere = Object.entries(stops).filter(([how]) => process.platform !== "win32" || !how.startsWith("SIG"));

describe.each(stopsHere)("%s", (how, stop) => {
  test.each(policies)(
    `${how} lets running calls finish, cancels those that do not, and exits with 0 (%s)`,
    async (POLICY) => {
      const hook = await spawnReady("waits.mjs", { env: { POLICY } });
      const brief = hook.call("hook.before_tool", beforeTool("brief"));
      const tool = hook.call("hook.before_tool", beforeTool("never_tool"));
      const cut = points.map(async (point) => {
        const result = await hook.call(`hook.${point}`, unending[point]);
        expect(result, point).toSatisfy((answer) => isFailure(answer, point, POLICY));
      });
      await hook.logged(/running never\b/);
      expect(await stop(hook)).toEqual(clean);
      expect(await brief).toEqual({ action: "deny_tool", reason: "in time" });
      expect(await tool).toMatchObject({ action: "respond", result: { is_error: true } });
      await Promise.all(cut);
      expect(hook.stderr()).toContain("aborted never");
      expect(hook.stderr()).toContain("teardown runs");
    },
  );

  test(`${how} ends an idle hook with 0, an open timer or not`, async () => {
    const hook = await spawnReady("waits.mjs");
    expect(await stop(hook)).toEqual(clean);
    expect(hook.stderr()).toContain("teardown runs");
  });

  test.each(["throws", "never"])(`${how} exits with 0 although teardown %s`, async (ON_STOP) => {
    const hook = await spawnReady("waits.mjs", { env: { ON_STOP } });
    expect(await stop(hook)).toEqual(clean);
    expect(hook.stderr()).toContain("teardown runs");
  });
});

describe("other ends", () => {
  test("end of stdin before the handshake exits with 0, and with 2 for an approver", async () => {
    expect(await spawnHook("weather.mjs").end()).toEqual(clean);
    expect(await spawnHook("waits.mjs").end()).toEqual({ code: 2, signal: null });
  });

  test("a call that came with the end of stdin is answered", async () => {
    const hook = await spawnReady("waits.mjs");
    const last = hook.call("hook.before_tool", beforeTool("release"));
    expect(await hook.end()).toEqual(clean);
    expect(await last).toMatchObject({ reason: "done" });
  });

  test("a stop while setup is still pending exits with 0", async () => {
    const hook = spawnHook("waits.mjs", { env: { ON_START: "never" } });
    hook.hello().catch(() => {});
    expect(await hook.end()).toEqual(clean);
  });

  test("calls that came before setup had ended are answered before the hook ends", async () => {
    const hook = spawnHook("waits.mjs", { env: { ON_START: "brief", POLICY: "block" } });
    const greeted = hook.hello();
    const brief = hook.call("hook.before_tool", beforeTool("brief"));
    const cut = hook.call("hook.before_tool", beforeTool("never"));
    expect(await hook.end()).toEqual(clean);
    expect(await greeted).toMatchObject({ result: { ok: true } });
    expect(await brief).toEqual({ action: "deny_tool", reason: "in time" });
    expect(await cut).toSatisfy((answer) => isFailure(answer, "before_tool", "block"));
  });

  test.skipIf(process.platform === "win32")("a second signal changes nothing", async () => {
    const hook = await spawnReady("waits.mjs", { env: { POLICY: "block" } });
    const brief = hook.call("hook.before_tool", beforeTool("brief"));
    await hook.logged(/running brief/);
    hook.child.kill("SIGTERM");
    hook.child.kill("SIGTERM");
    expect(await hook.kill("SIGINT")).toEqual(clean);
    expect(await brief).toMatchObject({ reason: "in time" });
  });

  test("a host that no longer reads does not keep the hook alive", async () => {
    const hook = await spawnReady("waits.mjs");
    hook.streams.stdout.destroy();
    for (let n = 0; n < 100; n++)
      hook.send({ jsonrpc: "2.0", id: n + 10, method: "hook.before_tool", params: beforeTool("free") });
    const { signal } = await hook.end();
    expect(signal).toBeNull();
    expect(hook.stderr()).toContain("teardown runs");
  });

  test("a call without a decision is answered even if no other is in flight", async () => {
    const hook = await spawnReady("waits.mjs");
    expect(await hook.call("hook.before_tool", beforeTool("free"))).toSatisfy(goesOn);
  });
});
