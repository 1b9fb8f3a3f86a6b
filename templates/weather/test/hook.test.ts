import { createTestHost } from "@agent-hook/testing";
import { describe, expect, test } from "vitest";
import { hook } from "../src/hook.js";

// v0.2.7 is the last PicoClaw that accepts tools from a hook. Later versions get them from MCP servers.
describe.each([{ host: "mcp" }, { host: "picoclaw", version: "v0.2.7" }] as const)("under $host", (choice) => {
  const weatherIn = async (city: unknown) => {
    const agent = createTestHost(hook, choice);
    return agent.tool({ tool: "get_weather", arguments: { city } });
  };

  test("the model is offered the tool", async () => {
    const agent = createTestHost(hook, choice);
    expect(await agent.offeredTools()).toEqual(["get_weather"]);
  });

  test.each(["Beijing", " beijing "])("returns the weather in %j", async (city) => {
    expect(await weatherIn(city)).toMatchObject({
      decision: "respond",
      result: "Beijing: Sunny, 15 °C, humidity 45%",
      isError: false,
    });
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
    const agent = createTestHost(hook, choice);
    expect(await agent.read("notes.txt", "tea")).toMatchObject({ decision: "none", ran: true, result: "tea" });
  });
});
