import { createTestHost } from "@agent-hook/testing";
import { expect, test } from "vitest";
import { hook } from "../src/hook.ts";

// v0.2.7 is the last PicoClaw that accepts tools from a hook. Later versions get them from MCP servers.
test.each([{ host: "mcp" }, { host: "picoclaw", version: "v0.2.7" }] as const)(
  "under $host, the model is offered the tool and gets the weather",
  async (choice) => {
    const agent = createTestHost(hook, choice);
    expect(await agent.offeredTools()).toEqual(["get_weather"]);
    expect(await agent.tool({ tool: "get_weather", arguments: { city: "Beijing" } })).toMatchObject({
      decision: "respond",
      result: "Beijing: Sunny, 15 °C, humidity 45%",
      isError: false,
    });
  },
);

const weatherIn = (city: unknown) =>
  createTestHost(hook, { host: "mcp" }).tool({ tool: "get_weather", arguments: { city } });

test("ignores case and spaces in the name of a city", async () => {
  expect(await weatherIn(" beiJing ")).toMatchObject({ result: "Beijing: Sunny, 15 °C, humidity 45%", isError: false });
});

test("lists the known cities for an unknown one", async () => {
  expect(await weatherIn("Paris")).toMatchObject({
    result: "No weather for Paris. Known: beijing, shanghai, guangzhou, shenzhen.",
    isError: true,
  });
});

test("answers invalid arguments with an error instead of throwing", async () => {
  expect(await weatherIn(7)).toMatchObject({ decision: "respond", isError: true, failures: [] });
});

test("leaves the agent's own tools unchanged", async () => {
  const outcome = await createTestHost(hook).read("notes.txt", "tea");
  expect(outcome).toMatchObject({ decision: "none", ran: true, result: "tea", failures: [] });
});
