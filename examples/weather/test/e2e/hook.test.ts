import { fileURLToPath } from "node:url";
import { HookProcess } from "@agent-hook/picoclaw";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let hook: HookProcess;

beforeAll(async () => {
  hook = await HookProcess.start({ name: "weather", command: [process.execPath, MAIN], helloTimeoutMs: 30_000 });
});

afterAll(() => hook.close());

/** Returns the hook's answer instead of the tool's. */
async function answer(tool: string, args: Record<string, unknown>) {
  const { action, result } = await hook.beforeTool({ tool, arguments: args });
  return { action, text: result?.for_llm, isError: result?.is_error ?? false };
}

test("the hook adds its two tools after the agent's and keeps everything else", async () => {
  const own = { type: "function", function: { name: "list_dir" } };
  const params = { model: "m", messages: [{ role: "user", content: "hi" }], tools: [own], options: { max_tokens: 9 } };
  const { action, request } = await hook.beforeLlm(params);
  expect(action).toBe("modify");
  expect(request).toMatchObject({ model: "m", messages: params.messages, options: params.options });
  expect(request?.tools).toMatchObject([
    own,
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "Query weather information for a specified city",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    },
    { type: "function", function: { name: "calculate", parameters: { required: ["expression"] } } },
  ]);
});

test.each([
  ["Beijing", "Beijing weather: Sunny, temperature 15°C, humidity 45%"],
  ["Shanghai", "Shanghai weather: Cloudy, temperature 18°C, humidity 60%"],
  ["Guangzhou", "Guangzhou weather: Sunny, temperature 25°C, humidity 70%"],
  [" shenzhen", "Shenzhen weather: Cloudy, temperature 26°C, humidity 75%"],
])("get_weather knows %j", async (city, text) => {
  expect(await answer("get_weather", { city })).toEqual({ action: "respond", text, isError: false });
});

test.each(["Paris", "constructor", ""])("get_weather tells the model that %j is unknown", async (city) => {
  const text = `Weather data not found for city ${city}`;
  expect(await answer("get_weather", { city })).toEqual({ action: "respond", text, isError: true });
});

test.each([
  ["2 * (3 + 4)", "14"],
  ["0.1 + 0.2", "0.3"],
  ["-1 * 0", "0"],
  ["2 ** 53 - 1", "9007199254740991"],
  ["2 ** 64", "about 18446744073709552000"],
  ["1 / 3", "0.333333333333333"],
])("calculate gives %s = %s", async (expression, value) => {
  const text = `Calculation result: ${value}`;
  expect(await answer("calculate", { expression })).toEqual({ action: "respond", text, isError: false });
});

test.each([
  ["1 / 0", "division by zero"],
  ["2 *", "the expression ends where a number should be"],
  ["__import__('os')", 'unexpected "_" at column 1; use numbers, + - * / % ** and parentheses'],
])("calculate tells the model what is wrong with %s", async (expression, reason) => {
  const text = `Calculation error: ${reason}`;
  expect(await answer("calculate", { expression })).toEqual({ action: "respond", text, isError: true });
});

test("arguments of the wrong type get an error that the model can correct", async () => {
  expect(await answer("get_weather", { city: ["Beijing"] })).toMatchObject({ action: "respond", isError: true });
  expect(await answer("calculate", {})).toMatchObject({ action: "respond", isError: true });
});

test("the agent's own tools are unchanged", async () => {
  expect(await hook.beforeTool({ tool: "list_dir", arguments: { path: "." } })).toMatchObject({ action: "continue" });
});

test("the end of stdin ends the process with code 0", async () => {
  expect(await hook.close()).toEqual({ code: 0, signal: null });
});
