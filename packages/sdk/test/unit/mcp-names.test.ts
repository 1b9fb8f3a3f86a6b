import { describe, expect, it } from "vitest";
import { mcpServerOf, mcpToolName } from "../../src/hosts/picoclaw/mcp-names.js";

/** Created with PicoClaw's own function, v0.2.9. */
const NAMES = [
  ["weather", "get_weather", "mcp_weather_get_weather"],
  ["weather", "getWeather", "mcp_weather_getweather"],
  ["Weather", "get_weather", "mcp_weather_get_weather"],
  ["remote-api", "fetch_data", "mcp_remote-api_fetch_data"],
  ["my hooks", "get_weather", "mcp_my_hooks_get_weather_c1c45584"],
  ["weather", "get__weather", "mcp_weather_get_weather_5269982f"],
  ["weather", "_get_weather", "mcp_weather_get_weather_1016a965"],
  ["weather", "get-weather_", "mcp_weather_get-weather_8e025a77"],
  ["weather", "___", "mcp_weather_unnamed_75116f28"],
  ["日本", "get_weather", "mcp_unnamed_get_weather_f9a7d97e"],
  ["x", "t".repeat(64), `mcp_x_${"t".repeat(49)}_20af4285`],
  ["a".repeat(50), "_b", `mcp_${"a".repeat(50)}_bd4e29c4`],
  [
    "a_very_long_server_name_indeed",
    "a_very_long_tool_name_that_does_not_fit_in_it",
    "mcp_a_very_long_server_name_indeed_a_very_long_tool_nam_205e8710",
  ],
] as const;

describe("PicoClaw's name of a tool of an MCP server", () => {
  it.each(NAMES)("for server %j and tool %j is %s", (server, tool, name) => {
    expect(mcpToolName(server, tool)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(64);
  });
});

describe("the server behind the name of a tool", () => {
  it.each([
    ["mcp_house_get_weather", "house"],
    ["mcp_my_house_get_weather", "my_house"],
    ["mcp_remote-api_forecast", "remote-api"],
    ["mcp_weather_get_weather_5269982f", "weather"],
    ["mcp_house_other", undefined],
    ["get_weather", undefined],
    ["mcp_get_weather", undefined],
    ["mcp_house_get_weather_5269982f", undefined],
  ])("of %j is %j", (called, server) => {
    expect(mcpServerOf(called, ["get_weather", "forecast", "get__weather"], "weather")).toBe(server);
  });
});
