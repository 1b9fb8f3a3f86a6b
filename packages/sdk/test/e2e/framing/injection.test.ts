import { describe, expect, test } from "vitest";
import { type Fields, spawnReady } from "../../spawn-hook.js";
import { beforeLlm, beforeTool, goesOn, hostTool } from "../../wire-calls.js";

const ours = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Current weather for a city",
    parameters: expect.objectContaining({
      type: "object",
      properties: { city: { type: "string", description: "City name, e.g. Beijing" } },
      required: ["city"],
    }),
  },
};

describe("injection of own tools", () => {
  test("an own tool is added after the host's, and everything else stays", async () => {
    const hook = await spawnReady("weather.mjs");
    const params = beforeLlm();
    const result = await hook.call("hook.before_llm", params);
    expect(result).toEqual({ action: "modify", request: { ...params, tools: [...params.tools, ours] } });
    expect(JSON.stringify(result)).not.toContain("$schema");
  });

  test("nothing is injected into a last answer (graceful_terminal)", async () => {
    const hook = await spawnReady("weather.mjs");
    for (const tools of [null, [], [hostTool("exec")]]) {
      const result = await hook.call("hook.before_llm", beforeLlm({ tools, graceful_terminal: true }));
      expect(result).toSatisfy(goesOn);
    }
    const after = await hook.call("hook.before_llm", beforeLlm({ graceful_terminal: false }));
    expect(after).toMatchObject({ action: "modify" });
  });

  test.each([{ tools: null }, { tools: undefined }, { tools: [] }])(
    "the tool is injected into %o",
    async (tools: Fields) => {
      const hook = await spawnReady("weather.mjs");
      const params = beforeLlm(tools);
      const { request } = await hook.call("hook.before_llm", params);
      expect(request).toEqual({ ...JSON.parse(JSON.stringify(params)), tools: [ours] });
    },
  );

  test("a host's tool of the same name is not duplicated, and the name belongs to the host from then on", async () => {
    const hook = await spawnReady("weather.mjs");
    const own = await hook.call("hook.before_tool", beforeTool("get_weather", { city: "Beijing" }));
    expect(own).toMatchObject({ action: "respond", result: { for_llm: "Beijing: sunny, 15 °C" } });
    const result = await hook.call("hook.before_llm", beforeLlm({ tools: [hostTool("get_weather")] }));
    expect(result).toSatisfy(goesOn);
    await hook.logged(/get_weather/);
    const theirs = await hook.call("hook.before_tool", beforeTool("get_weather", { city: "Beijing" }));
    expect(theirs).toSatisfy(goesOn);
    expect(await hook.call("hook.before_llm", beforeLlm({ tools: [] }))).toSatisfy(goesOn);
  });

  test("a tool is added to the author's change, and does not replace it", async () => {
    const hook = await spawnReady("weather-and-changes.mjs");
    const params = beforeLlm({ options: { change: "model" } });
    const result = await hook.call("hook.before_llm", params);
    expect(result).toEqual({
      action: "modify",
      request: { ...params, model: "other", tools: [...params.tools, ours] },
    });
  });

  test("an own tool that the author put into the request is not duplicated", async () => {
    const hook = await spawnReady("weather-and-changes.mjs");
    const params = beforeLlm({ options: { change: "the own tool" } });
    const { request } = await hook.call("hook.before_llm", params);
    const byHand = { type: "function", function: { name: "get_weather", description: "by hand" } };
    expect(request).toEqual({ ...params, tools: [...params.tools, byHand] });
  });

  test("a turn that the author ends stays ended", async () => {
    const hook = await spawnReady("weather-and-changes.mjs");
    const result = await hook.call("hook.before_llm", beforeLlm({ options: { change: "abort" } }));
    expect(result).toEqual({ action: "abort_turn", reason: "enough" });
  });
});
