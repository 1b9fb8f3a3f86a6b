import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { spawnHook } from "../../spawn-hook.js";
import { approveTool, policies } from "../../wire-calls.js";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const all = ["observe", "llm", "tool", "approve"];
const without = (mode: string) => all.filter((other) => other !== mode);

/** What the config line must contain to enable each mode. */
const configLines = {
  observe: /observe/,
  llm: /before_llm|after_llm/,
  tool: /before_tool|after_tool/,
  approve: /approve_tool/,
};
const modes = Object.entries(configLines);

describe("handshake", () => {
  test.each(policies)("the reply to hello carries the manifest (%s)", async (POLICY) => {
    const { result = {} } = await spawnHook("guard-all.mjs", { env: { POLICY } }).hello();
    const points = ["beforeLlm", "afterLlm", "beforeTool", "afterTool", "approveTool"];
    expect(result.manifest ?? result).toMatchObject({
      name: "guard-all",
      version: "1.0.0",
      points: expect.arrayContaining(points),
      tools: [],
      onFailure: POLICY,
    });
    for (const part of ["@agent-hook/sdk", version]) expect(JSON.stringify(result)).toContain(part);
  });

  test("the manifest names the tools", async () => {
    const { result } = await spawnHook("weather.mjs").hello();
    expect(JSON.stringify(result)).toContain("get_weather");
  });

  test.each(modes)(
    "a hook that continues starts without the mode %s, and stderr names the missing config line",
    async (mode, line) => {
      const hook = spawnHook("guard-all.mjs", { env: { POLICY: "continue" } });
      expect(await hook.hello(without(mode))).toHaveProperty("result");
      await hook.logged(line);
    },
  );

  test.each(modes)(
    "a hook that blocks names the config line of the missing mode %s, and starts only if that mode is observe",
    async (mode, line) => {
      const hook = spawnHook("guard-all.mjs", { env: { POLICY: "block" } });
      const answer = await hook.hello(without(mode));
      expect(answer).toHaveProperty(mode === "observe" ? "result" : "error");
      await hook.logged(line);
    },
  );

  test.each(modes)(
    "AGENT_HOOK_ALLOW_PARTIAL=1 lets a hook that blocks start without the mode %s",
    async (mode, line) => {
      const hook = spawnHook("guard-all.mjs", { env: { POLICY: "block", AGENT_HOOK_ALLOW_PARTIAL: "1" } });
      expect(await hook.hello(without(mode))).toHaveProperty("result");
      await hook.logged(line);
    },
  );

  test("a hook that blocks needs the mode approve even without an approveTool of its own", async () => {
    expect(await spawnHook("rules-late.mjs").hello(["tool"])).toHaveProperty("error");
    expect(await spawnHook("rules-late.mjs").hello(["tool", "approve"])).toHaveProperty("result");
  });

  test("does not ask for modes that have no handler", async () => {
    const hook = spawnHook("rules-late.mjs");
    await hook.hello(["tool", "approve"]);
    await hook.end();
    expect(hook.stderr()).toBe("");
  });

  test("does not ask for events that the host does not send", async () => {
    for (const [events, line] of [
      ["session.start", ""],
      ["session.start,tool.end", "observe"],
    ] as const) {
      const hook = spawnHook("names-events.mjs", { env: { EVENTS: events } });
      expect(await hook.hello(["tool"])).toMatchObject({ result: { events: events.split(",") } });
      await hook.end();
      expect(hook.stderr()).toMatch(line === "" ? /^$/ : line);
    }
  });

  test("checks a second hello in the same way, and runs setup once", async () => {
    const hook = spawnHook("guard-all.mjs", { env: { POLICY: "block" } });
    expect(await hook.hello()).toHaveProperty("result");
    expect(await hook.hello(["tool"])).toHaveProperty("error");
    expect(await hook.hello()).toHaveProperty("result");
    expect(await hook.call("hook.approve_tool", approveTool("exec"))).toMatchObject({ approved: true });
    expect(hook.stderr().match(/setup runs/g)).toHaveLength(1);
  });

  test("answers a call that comes before setup has ended", async () => {
    const hook = spawnHook("guard-all.mjs", { env: { POLICY: "block" } });
    const [hello, approval] = await Promise.all([hook.hello(), hook.call("hook.approve_tool", approveTool("exec"))]);
    expect(hello).toHaveProperty("result");
    expect(approval.approved).toBeTypeOf("boolean");
  });
});
