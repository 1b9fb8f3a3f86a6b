import { expect, it } from "vitest";
import { z } from "zod";
import { defineHook, defineTool, ToolError } from "../../src/index.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";

const input = z.object({});

async function answerOf(run: () => never, output?: z.ZodType) {
  const tool = defineTool({ name: "odd", description: "Odd", input, run, ...(output === undefined ? {} : { output }) });
  const { dispatcher, stderr } = await dispatcherOf(defineHook({ name: "tools", tools: [tool as never] }));
  return { answer: await dispatcher.ask("beforeTool", toolCall("odd", {}, "odd")), stderr: stderr.join("") };
}

const failed = { action: "respond", result: { isError: true, forLlm: expect.stringMatching(/^The tool odd failed/) } };

it("an error that cannot be inspected is an error result of the tool", async () => {
  const error = Object.defineProperty(new Error("SECRET"), "name", {
    get: () => {
      throw new Error("SECRET");
    },
  });
  const { answer } = await answerOf(() => {
    throw error;
  });
  expect(answer).toMatchObject(failed);
});

it("a ToolError without a text as its message reports that the tool failed", async () => {
  const { answer } = await answerOf(() => {
    throw Object.assign(new ToolError("x"), { message: 12 });
  });
  expect(answer).toMatchObject(failed);
});

it("an output that JSON cannot represent is a failure of the tool", async () => {
  const { answer, stderr } = await answerOf(() => undefined as never, z.any());
  expect(answer).toMatchObject(failed);
  expect(stderr).toContain("cannot be written as JSON");
});
