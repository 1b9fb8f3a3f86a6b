import { defineHook, defineTool, respond } from "@agent-hook/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestHost } from "../src/index.js";

const content = [{ type: "image", data: "aGk=", mimeType: "image/png" }] as const;

test("content of a tool's result is a failure in words where the agent takes only text", async () => {
  const tool = defineTool({
    name: "look",
    description: "Looks",
    input: z.object({}),
    run: () => ({ forLlm: "seen", content }),
  });
  const host = createTestHost(defineHook({ name: "eye", tools: [tool] }));
  const outcome = await host.beforeTool({ tool: "look" });
  expect(JSON.stringify(outcome)).toContain("The tool look failed");
  expect(JSON.stringify(outcome)).not.toContain("aGk=");
  expect(String(outcome.failures)).toContain("supports only the text of a result");
});

test("so is that of a handler's answer", async () => {
  const beforeTool = () => respond({ forLlm: "seen", content });
  const hook = defineHook({ name: "eye", onFailure: "block", respondsTo: ["look"], beforeTool });
  const outcome = await createTestHost(hook).beforeTool({ tool: "look" });
  expect(outcome.outcome).toBe("denied");
  expect(String(outcome.failures)).toContain("supports only the text of a result");
});
