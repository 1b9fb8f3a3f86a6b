import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { AGES, failureOf, startHook } from "../start-hook.js";

const PLUGIN = fileURLToPath(new URL("../../../../examples/mini-agent/test/weather_plugin.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const slow = { timeoutMs: AGES };
const start = () => startHook({ name: "weather", command: ["python3", PLUGIN] });

describe.skipIf(!hasPython)("a hook in Python: PicoClaw's weather plugin (skipped where there is no python3)", () => {
  test("answers hello: it accepts id 1, and would read 0 as no id", async () => {
    expect((await start()).hello).toEqual({ ok: true, name: "weather-plugin" });
  });

  test("adds its tool to the host's tools and keeps the messages", async () => {
    const exec = { type: "function", function: { name: "exec" } };
    const request = {
      model: "fake",
      messages: [{ role: "user", content: "Wie wird's? 🦞" }],
      options: { max_tokens: 9 },
    };
    const answer = await (await start()).beforeLlm({ ...request, tools: [exec] }, slow);
    expect(answer).toMatchObject({ action: "modify", request });
    expect(answer.request?.tools?.map((tool) => tool.function.name)).toEqual(["exec", "get_weather"]);
  });

  test("answers its own tool and leaves other tools to the host", async () => {
    const hook = await start();
    const ask = (tool: string, city: string) => hook.beforeTool({ tool, arguments: { city } }, slow);
    expect(await ask("get_weather", "Beijing")).toMatchObject({
      action: "respond",
      result: { for_llm: "Beijing weather: Sunny, temperature 15°C, humidity 45%", is_error: false },
    });
    expect(await ask("get_weather", "Atlantis")).toMatchObject({
      result: { for_llm: "Weather data not found for city Atlantis", is_error: true },
    });
    expect(await ask("exec", "Beijing")).toEqual({ action: "continue" });
  });

  test("continues after the model and after a tool, approves calls and ignores events", async () => {
    const hook = await start();
    hook.event({ Kind: 0, Payload: { UserMessage: "hi" } });
    hook.runtimeEvent({ kind: "agent.turn.start" });
    expect(await hook.afterLlm({ response: { content: "hi" } }, slow)).toEqual({ action: "continue" });
    expect(await hook.afterTool({ tool: "exec", result: { for_llm: "done" } }, slow)).toEqual({ action: "continue" });
    expect(await hook.approveTool({ tool: "exec" }, slow)).toEqual({ approved: true });
  });

  test("logs its errors and serves the next call", async () => {
    const hook = await start();
    const error = await failureOf(hook.beforeLlm({ model: "fake", tools: null }, slow));
    expect(error.code).toBe("error-reply");
    expect(error.message).toContain("error -32000: unexpected error: 'NoneType' object has no attribute 'append'");
    expect(await hook.approveTool({ tool: "exec" }, slow)).toEqual({ approved: true });
  });

  test("ends with code 0 when its stdin ends", async () => {
    expect(await (await start()).close({ endMs: AGES })).toEqual({ code: 0, signal: null });
  });

  test("ends with code 0 on SIGTERM, thanks to its corrected signal handlers", async () => {
    let pid = 0;
    const hook = await startHook({
      command: ["/bin/sh", "-c", 'echo "$$" >&2; exec python3 "$0"', PLUGIN],
      onStderr: (line) => {
        pid ||= Number(line);
      },
    });
    await hook.approveTool({ tool: "exec" }, slow);
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, "SIGTERM");
    expect(await hook.exited).toEqual({ code: 0, signal: null });
  });
});
