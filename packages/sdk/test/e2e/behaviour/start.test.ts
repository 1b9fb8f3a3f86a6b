import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { spawnHook, spawnReady } from "../../spawn-hook.js";
import { beforeTool } from "../../wire-calls.js";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const bad = { API_KEY: "hunter2", REGION: "moon", TOOL_TOKEN: undefined };
const fine = { API_KEY: "hunter2hunter2", REGION: undefined, TOOL_TOKEN: "token" };

describe("start", () => {
  test.each([bad, fine])("--describe prints the manifest and exits with 0, whatever the settings", async (env) => {
    const hook = spawnHook("settings.mjs", { args: ["--describe"], env });
    expect(await hook.exit).toEqual({ code: 0, signal: null });
    const text = hook.lines.join("\n");
    expect(JSON.parse(text)).toMatchObject({
      name: "settings",
      version: "4.5.6",
      points: expect.arrayContaining(["beforeTool"]),
      onFailure: "block",
    });
    for (const part of ["@agent-hook/sdk", version, "get_weather"]) expect(text).toContain(part);
    expect(text).not.toMatch(/hunter2|moon/);
    expect(hook.stderr()).toBe("");
  });

  test("a policy next to the name of a composition prevents the start: it would seem to apply to every member", async () => {
    const hook = spawnHook("misplaced-policy.mjs");
    expect(await hook.exit).toEqual({ code: 2, signal: null });
    expect(hook.stderr()).toContain("{ name } only names the composition");
  });

  test("a second serve in one process exits with 1: half the calls would reach the wrong hook", async () => {
    const hook = spawnHook("serves-twice.mjs");
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toContain("serve was called twice");
  });

  test("invalid settings prevent the start, with exit code 2 for a guard, and name each variable but no value", async () => {
    const hook = spawnHook("settings.mjs", { env: bad });
    expect(await hook.exit).toEqual({ code: 2, signal: null });
    for (const name of ["API_KEY", "REGION", "TOOL_TOKEN"]) expect(hook.stderr()).toContain(name);
    expect(hook.stderr()).not.toMatch(/hunter2|moon/);
    expect(hook.stderr()).not.toMatch(/^\s+at /m);
    expect(hook.lines).toEqual([]);
  });

  test("valid settings reach the handlers with their defaults, and a tool sees only its own", async () => {
    const hook = await spawnReady("settings.mjs", { env: fine });
    const denied = await hook.call("hook.before_tool", beforeTool("exec"));
    expect(denied.reason).toBe("hunter2hunter2 eu");
    const own = await hook.call("hook.before_tool", beforeTool("get_weather", { city: "Beijing" }));
    expect(own.result).toMatchObject({ for_llm: "Beijing with token, TOOL_TOKEN" });
  });

  test("a hook without problems prints nothing to stderr", async () => {
    const hook = await spawnReady("weather.mjs");
    await hook.call("hook.before_tool", beforeTool("get_weather", { city: "Beijing" }));
    await hook.end();
    expect(hook.stderr()).toBe("");
  });

  test.each([["--host"], ["--host", "nosuch"]])(
    "unknown or incomplete arguments (%s %s) stop the start with 1",
    async (...args) => {
      const hook = spawnHook("weather.mjs", { args: args.filter(Boolean) });
      expect(await hook.exit).toEqual({ code: 1, signal: null });
      expect(hook.stderr()).toContain(args.findLast(Boolean));
    },
  );

  const script = [
    "-qec",
    `"${process.execPath}" "${fileURLToPath(new URL("../../hooks/weather.mjs", import.meta.url))}"`,
    "/dev/null",
  ];
  const noScript = !spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

  test.skipIf(noScript)("explains itself to a person at a terminal, and exits with 2", () => {
    const { status, stdout } = spawnSync("script", script, { encoding: "utf8", timeout: 300_000 });
    expect(stdout.trim().split(/\r?\n/)).toHaveLength(2);
    expect(stdout).toContain("weather");
    expect(status).toBe(2);
  });
});
