import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.js";

// v0.2.7 is the last PicoClaw that accepts tools from a hook. Later versions get them from MCP servers.
test("the model is offered the tool", async () => {
  const host = createTestHost(hook, { version: "v0.2.7" });
  const outcome = await host.beforeLlm();
  expect(outcome).toMatchObject({
    outcome: "continue",
    request: { tools: [{ function: { name: "get_weather", parameters: { required: ["city"] } } }] },
  });
});

test.each(["Beijing", " beijing "])("returns the weather in %j", async (city) => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city } });
  expect(answer).toMatchObject({
    outcome: "answered",
    result: { for_llm: "Beijing: Sunny, 15 °C, humidity 45%", is_error: false },
  });
});

test("lists the known cities for an unknown one", async () => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city: "Paris" } });
  expect(answer).toMatchObject({
    outcome: "answered",
    result: { for_llm: "No weather for Paris. Known: beijing, shanghai, guangzhou, shenzhen.", is_error: true },
  });
});

test("answers invalid arguments with an error instead of throwing", async () => {
  const answer = await createTestHost(hook).beforeTool({ tool: "get_weather", arguments: { city: 7 } });
  expect(answer).toMatchObject({ outcome: "answered", result: { is_error: true }, failures: [] });
});

test("leaves the agent's own tools unchanged", async () => {
  const call = { tool: "read_file", arguments: { path: "notes.txt" } };
  expect(await createTestHost(hook).beforeTool(call)).toMatchObject({ outcome: "continue", ...call });
});
