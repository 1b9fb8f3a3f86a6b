import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";
import { HookError, HooksStartError } from "../../../src/index.js";
import { startPicoClawHost } from "../../../src/testing.js";

const file = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const weather = [process.execPath, file("examples/weather/dist/main.js"), "--host", "picoclaw@v0.2.7"];
const guard = [process.execPath, file("examples/guard/dist/main.js"), "--host", "picoclaw@v0.2.9"];

describe("a built hook", () => {
  it("is called as its host would call it", async () => {
    await using host = await startPicoClawHost(weather, { version: "v0.2.7" });
    const { outcome, ...asked } = await host.beforeLlm({ messages: [{ role: "user", content: "weather?" }] });
    expect(outcome).toBe("continue");
    expect(asked).toHaveProperty("request.tools.0.function.name", "get_weather");
    expect(await host.runTool({ tool: "get_weather", arguments: { city: "Beijing" } })).toMatchObject({
      outcome: "answered",
      text: expect.stringContaining("Beijing weather"),
    });
  });

  it("that is killed is treated as in PicoClaw: approvals are denied, other calls continue", async () => {
    await using host = await startPicoClawHost(guard, { env: { GUARD_WORKSPACE: file(".") } });
    const list = { tool: "list_dir", arguments: { path: "." } };
    expect(await host.approveTool(list)).toMatchObject({ outcome: "approved" });
    await host.kill();
    expect(await host.beforeTool(list)).toMatchObject({ outcome: "continue" });
    expect(await host.afterTool({ ...list, result: "x" })).toMatchObject({ outcome: "continue" });
    const round = await host.runTool(list, () => "must not run");
    expect(round).toMatchObject({ outcome: "denied", point: "approveTool" });
    expect(host.reports.map(({ kind }) => kind)).toContain("call-failed");
    await expect(host.kill()).rejects.toThrow("kill() needs a hook with a process that runs");
  });

  it("ends when its stdin ends, and its exit can be read", async () => {
    const host = await startPicoClawHost(weather);
    await host.close();
    expect(await host.status()).toMatchObject({ state: "closed", lastExit: { code: 0, signal: null } });
  });

  it("that does not start rejects with its command, its exit code and its last lines", async () => {
    const failed = await startPicoClawHost(guard, { env: { GUARD_WORKSPACE: "" } }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HooksStartError);
    const { message, failures } = failed as HooksStartError;
    expect(failures[0]).toBeInstanceOf(HookError);
    expect(message.replaceAll(/\\+/g, "/")).toContain("examples/guard/dist/main.js");
    expect(message).toContain("ended with code 2");
    expect(message).toContain("GUARD_WORKSPACE");
  });

  it("shows its wire, including hello", async () => {
    const lines: string[] = [];
    await using host = await startPicoClawHost(weather, {
      onTrace: ({ from, method }) => lines.push(`${from} ${method}`),
    });
    await host.approveTool({ tool: "exec" });
    expect(lines).toEqual(["host hook.hello", "hook hook.hello", "host hook.approve_tool", "hook hook.approve_tool"]);
  });

  it("gets the given time for hello", async () => {
    const silent = [process.execPath, "-e", "setInterval(() => {}, 1e6)"];
    await expect(startPicoClawHost(silent, { helloTimeoutMs: 50 })).rejects.toThrow(
      "did not answer hook.hello in 50 ms",
    );
  });

  it("has its log lines", async () => {
    await using host = await startPicoClawHost(weather, {
      env: { AGENT_HOOK_LOG_LEVEL: "debug" },
      intercept: ["before_tool"],
    });
    expect(host.stderr.join("\n")).toContain("before_llm");
  });
});
