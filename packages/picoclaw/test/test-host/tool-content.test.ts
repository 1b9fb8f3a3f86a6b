import { defineHook, defineTool, respond } from "@agent-hook/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { createPicoClawHost } from "../../src/testing.js";

const content = [{ type: "image", data: "aGk=", mimeType: "image/png" }] as const;

test("content in a tool's result is a failure with an explanation if the agent accepts only text", async () => {
  const tool = defineTool({
    name: "look",
    description: "Looks",
    input: z.object({}),
    run: () => ({ forLlm: "seen", content }),
  });
  const host = createPicoClawHost(defineHook({ name: "eye", tools: [tool] }));
  const outcome = await host.beforeTool({ tool: "look" });
  expect(JSON.stringify(outcome)).toContain("The tool look failed");
  expect(JSON.stringify(outcome)).not.toContain("aGk=");
  expect(String(outcome.failures)).toContain("supports only the text of a result");
});

test("content in a handler's answer is such a failure too", async () => {
  const beforeTool = () => respond({ forLlm: "seen", content });
  const hook = defineHook({ name: "eye", onFailure: "block", respondsTo: ["look"], beforeTool });
  const outcome = await createPicoClawHost(hook).beforeTool({ tool: "look" });
  expect(outcome.outcome).toBe("denied");
  expect(String(outcome.failures)).toContain("supports only the text of a result");
});
