import { approve, defineHook, defineTool, modify, reject } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { expect, it } from "vitest";
import { z } from "zod";
import { civicProxy } from "../src/index.js";

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  approveTool: ({ tool }) => (tool === "delete_all" ? reject("not here") : approve()),
});

it("a denied call does not reach the server, and the client reads the reason", async () => {
  await using agent = createTestHost(guard, { host: civicProxy });
  expect(await agent.tool({ tool: "delete_all" })).toMatchObject({
    decision: "deny",
    ran: false,
    reason: "not here",
    result: "not here",
    failures: [],
  });
});

it("an approved call reaches the server", async () => {
  await using agent = createTestHost(guard, { host: civicProxy });
  expect(await agent.tool({ tool: "look", result: "tea" })).toMatchObject({
    decision: "none",
    ran: true,
    result: "tea",
    events: [{ event: "processCallToolRequest" }, { event: "processCallToolResult" }],
  });
});

it("arguments and results are changed", async () => {
  const hook = defineHook({
    name: "changes",
    beforeTool: () => modify({ arguments: { city: "Rome" } }),
    afterTool: () => modify({ result: "clean" }),
  });
  await using agent = createTestHost(hook, { host: civicProxy });
  expect(await agent.tool({ tool: "look", arguments: { city: "Oslo" }, result: "dirty" })).toMatchObject({
    decision: "modify",
    ran: true,
    arguments: { city: "Rome" },
    result: "clean",
  });
});

it("a hook that throws denies, and its own tools are offered and answered", async () => {
  const tool = defineTool({ name: "where", description: "x", input: z.object({}), run: () => "here" });
  const hook = defineHook({
    name: "broken",
    onFailure: "block",
    tools: [tool],
    approveTool: ({ ownTool }) => {
      if (ownTool === undefined) throw new Error("x");
      return approve();
    },
  });
  await using agent = createTestHost(hook, { host: civicProxy });
  expect(await agent.tool({ tool: "look" })).toMatchObject({
    decision: "deny",
    ran: false,
    failures: [{ kind: "threw" }],
  });
  expect(await agent.offeredTools()).toEqual(["where"]);
  expect(await agent.tool({ tool: "where" })).toMatchObject({ decision: "respond", ran: false, result: "here" });
});
