import { describe, expect, test } from "vitest";
import { hookOf, runAgent } from "./agent-process.js";

describe("the weather hook under each version of PicoClaw", () => {
  test.each(["v0.2.8", "v0.2.9"])(
    "offers its tools to %s as an MCP server, a second process of the same program, and answers their calls",
    async (version) => {
      const { code, stdout, stderr } = await runAgent(["--host", `picoclaw@${version}`]);
      expect(stdout.replace(/after \d+ ms/g, "after N ms").replace(/(hook +)node .*/, "$1node main.js")).toBe(
        `mini-agent: one question, through a model, a hook and its tools
   question       What's the weather in Beijing today?
   model          scripted, inside this program (no network, no key)
   hook           node main.js

1. The hook starts
   hello from     weather, after N ms

2. PicoClaw ${version} takes tools from MCP servers: the hook starts once more, as one
   speaks         MCP 2025-11-25, after N ms
   tools          mcp_weather_get_weather, mcp_weather_calculate

3. The hook sees what the model is about to get (before_llm)
   tools before   current_time, list_dir, mcp_weather_get_weather, mcp_weather_calculate
   tools after    current_time, list_dir, mcp_weather_get_weather, mcp_weather_calculate

4. The model is asked
   tool call      mcp_weather_get_weather {"city":"Beijing"}

5. The hook sees the call of mcp_weather_get_weather (before_tool)
   hook's answer  Beijing weather: Sunny, temperature 15°C, humidity 45%

6. The model is asked again
   final reply    Beijing is sunny today, temperature 15°C, humidity 45%.

OK: the answer came through the hook.
`,
      );
      expect(stderr).toBe("");
      expect(code).toBe(0);
    },
  );

  test.each(["v0.2.6", "v0.2.7"])("answers %s with tools added to the request", async (version) => {
    const { code, stdout } = await runAgent(["--host", `picoclaw@${version}`]);
    expect(stdout).toContain("tools after    current_time, list_dir, +get_weather, +calculate\n");
    expect(stdout).toContain("hook's answer  Beijing weather");
    expect(stdout).not.toContain("MCP");
    expect(code).toBe(0);
  });

  test("reports the tool's error to the user and exits 1", async () => {
    const { code, stdout } = await runAgent(["--host", "picoclaw@v0.2.9", "--ask", "What's the weather in Paris?"]);
    expect(stdout).toContain("hook's error   Weather data not found for city Paris\n");
    expect(stdout).toMatch(/\nNot OK: the hook answered mcp_weather_get_weather with an error\.\n$/);
    expect(code).toBe(1);
  });
});

test("a hook that is not an MCP server is reported as such", async () => {
  const { code, stdout } = await runAgent(["--host", "picoclaw@v0.2.9", "--hook", hookOf("{}")]);
  expect(stdout).toMatch(/\nNot OK: it is not an MCP server: .+\n$/);
  expect(code).toBe(1);
});

test("an unknown host is rejected with exit code 2", async () => {
  const { code, stdout, stderr } = await runAgent(["--host", "picoclaw@latest"]);
  expect(stderr).toContain("Expected a version of PicoClaw, such as picoclaw@v0.2.9.");
  expect(stdout).toBe("");
  expect(code).toBe(2);
});
