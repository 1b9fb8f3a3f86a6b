import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";

// v0.2.7 is the last PicoClaw that takes tools from a hook's answers; later ones take them from MCP servers.
test("the model is offered the tool", async () => {
  const host = createTestHost(hook, { version: "v0.2.7" });
  const asked = await host.beforeLlm();
  expect(asked).toMatchObject({
    outcome: "continue",
    request: { tools: [{ function: { name: "get_weather", parameters: { required: ["city"] } } }] },
  });
});

test.each(["Beijing", " beijing "])("the weather in %j is told", async (city) => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city } });
  expect(answer).toMatchObject({
    outcome: "answered",
    result: { for_llm: "Beijing: Sunny, 15 °C, humidity 45%", is_error: false },
  });
});

test("the model is told which cities are known", async () => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city: "Paris" } });
  expect(answer).toMatchObject({
    outcome: "answered",
    result: { for_llm: "No weather for Paris. Known: beijing, shanghai, guangzhou, shenzhen.", is_error: true },
  });
});

test("arguments that do not fit are answered, not thrown", async () => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city: 7 } });
  expect(answer).toMatchObject({ outcome: "answered", result: { is_error: true }, failures: [] });
});

test("the agent's own tools pass untouched", async () => {
  const call = { tool: "read_file", arguments: { path: "notes.txt" } };
  expect(await createTestHost(hook).beforeTool(call)).toMatchObject({ outcome: "continue", ...call });
});
