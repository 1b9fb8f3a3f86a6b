import type { Message, ToolDefinition } from "@agent-hook/picoclaw";
import { expect, test } from "vitest";
import type { ModelReply } from "../src/model.js";
import { scriptedModel } from "../src/scripted-model.js";

function tool(name: string, argument: string): ToolDefinition {
  const parameters = { type: "object", properties: { [argument]: { type: "string" } }, required: [argument] };
  return { type: "function", function: { name, parameters } };
}

const TOOLS = [tool("get_weather", "city"), tool("calculate", "expression"), tool("list_dir", "path")];

function asked(question: string, tools = TOOLS): Promise<ModelReply> {
  return scriptedModel().reply({ model: "", messages: [{ role: "user", content: question }], tools, options: {} });
}

/** Returns the model's reply after a tool answered `text`. */
async function told(name: string, text: string): Promise<string> {
  const messages: Message[] = [
    { role: "user", content: "?" },
    { role: "assistant", content: "", tool_calls: [{ id: "call_1", function: { name, arguments: "{}" } }] },
    { role: "tool", content: text, tool_call_id: "call_1" },
  ];
  return (await scriptedModel().reply({ model: "", messages, tools: TOOLS, options: {} })).content;
}

test.each([
  ["What's the weather in Beijing today?", "Beijing"],
  ["what is the weather in shanghai", "Shanghai"],
  ["Will it rain in New York tomorrow?", "New York"],
  ["How is the weather for São Paulo?", "São Paulo"],
  ["Beijing weather?", "Beijing"],
  ["Is Shenzhen sunny?", "Shenzhen"],
])("%s asks for the weather of %s", async (question, city) => {
  const { calls } = await asked(question);
  expect(calls).toEqual([{ id: "call_1", name: "get_weather", arguments: JSON.stringify({ city }) }]);
});

test.each([
  ["What is 2 * (3 + 4)?", "2 * (3 + 4)"],
  ["2**10", "2**10"],
  ["Compute -3.5 / (2 - 1), please.", "-3.5 / (2 - 1)"],
  ["How much is 7 % 4?", "7 % 4"],
])("%s asks to calculate %s", async (question, expression) => {
  const { calls } = await asked(question);
  expect(calls).toEqual([{ id: "call_1", name: "calculate", arguments: JSON.stringify({ expression }) }]);
});

test("a weather tool with another name and argument is called according to its schema", async () => {
  const { calls } = await asked("What's the weather in Beijing?", [tool("mcp_x_weather", "place")]);
  expect(calls).toEqual([{ id: "call_1", name: "mcp_x_weather", arguments: '{"place":"Beijing"}' }]);
});

test("without a matching tool the model says so and calls nothing", async () => {
  expect(await asked("What's the weather in Beijing today?", [tool("list_dir", "path")])).toEqual({
    content: "I cannot help with that: none of my tools knows the weather.",
    calls: [],
  });
  expect((await asked("What is 1 + 1?", [])).content).toBe("I cannot help with that: none of my tools calculates.");
  expect((await asked("Who are you?")).content).toMatch(/^I cannot help with that: /);
});

test("without a city the model asks for one", async () => {
  expect((await asked("What's the weather?")).content).toBe("Which city do you mean?");
});

test("a reply uses only the tool's result", async () => {
  expect(await told("get_weather", "Oslo weather: Foggy, temperature -3°C, humidity 90%")).toBe(
    "Oslo is foggy today, temperature -3°C, humidity 90%.",
  );
  expect(await told("calculate", "Calculation result: 14")).toBe("The result is 14.");
  expect(await told("get_weather", "Weather data not found for city Paris")).toBe(
    "get_weather says: Weather data not found for city Paris",
  );
});
