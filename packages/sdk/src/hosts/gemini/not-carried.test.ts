import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import { addContext, defineHook, defineTool, type LlmRequestPatch, type Message, modify } from "../../index.js";
import { adapter } from "./adapter.js";
import { simulation } from "./simulate.js";

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);
const shell = payloadOf("gemini", "BeforeTool");
const result = payloadOf("gemini", "AfterTool");
const prompt = payloadOf("gemini", "BeforeAgent");
const model = payloadOf("gemini", "BeforeModel");
const piece = payloadOf("gemini", "AfterModel");
const toolCall = recordings.find(({ where }) => where.endsWith("AfterModel.tool-call.json"))?.payload ?? {};

const stops = { continue: false, stopReason: expect.stringMatching(NOT_CARRIED) };
const withholds = { decision: "deny", reason: expect.stringMatching(WITHHELD) };

describe("what Gemini CLI does not support at beforeLlm", () => {
  const changed = (patch: (messages: readonly Message[]) => LlmRequestPatch, words: RegExp) =>
    fails({ beforeLlm: ({ messages }) => modify(patch(messages)) }, model, words, stops);

  cell("beforeLlm modify.messages", "fails for a message that is added or removed", async () => {
    const one: Message = { role: "user", content: "x" };
    await changed((messages) => ({ messages: [one, ...messages] }), /not 2 messages for 1/);
    await changed((messages) => ({ messages: [...messages, one] }), /not 2 messages for 1/);
    await changed(() => ({ messages: [] }), /not 0 messages for 1/);
  });
  cell("beforeLlm modify.options", "fails for an option that Gemini CLI does not read, and names it", async () => {
    await changed(() => ({ options: { stopSequences: ["x"] } }), /reads only the options temperature, .*, not stopSeq/);
    await changed(() => ({ options: { temperature: "hot" } }), /the option temperature must be a number/);
    const same = { name: "h", beforeLlm: () => modify({ options: {} }) };
    expect(await asked(same, model)).toMatchObject({ failures: [] });
  });

  it("fails for another role", () =>
    changed((messages) => ({ messages: messages.map((one) => ({ ...one, role: "system" })) }), /a message's role/));

  it.each([
    ["modelName", "x"],
    ["createdAt", "x"],
    ["media", ["media://1"]],
    ["attachments", [{ ref: "a" }]],
    ["reasoning", "x"],
    ["systemParts", [{ type: "text", text: "a" }]],
    ["toolCalls", [{ id: "a" }]],
    ["toolCallId", "a"],
  ])("a message with %s is a failure that names the field", (field, value) =>
    changed(
      (messages) => ({ messages: messages.map((one) => ({ ...one, [field]: value })) }),
      new RegExp(`messages have no ${field}`),
    ),
  );
});

describe("what Gemini CLI does not support at afterLlm", () => {
  cell("afterLlm modify.content", "ignores a piece without text, which may call a tool", async () => {
    const words = /no text: it may call a tool, which a change would drop/;
    await fails({ afterLlm: () => modify({ content: "x" }) }, toolCall, words, stops);
    const same = { name: "h", afterLlm: () => modify({ content: "" }) };
    expect(await asked(same, toolCall)).toMatchObject({ text: undefined, failures: [] });
  });
  for (const name of ["deny", "abortTurn", "hardAbort"] as const) {
    cell(`afterLlm ${name}`, "stops even a piece that calls a tool: a denial would let it run", async () => {
      const aborts = { name: "h", afterLlm: () => ({ action: name, reason: "over" }) };
      for (const payload of [piece, toolCall]) {
        expect((await asked(aborts, payload)).document).toEqual({ continue: false, stopReason: "over" });
      }
    });
  }
});

describe("what Gemini CLI does not support at afterTool", () => {
  cell("afterTool modify.result", "fails for any field except the text, and names it", async () => {
    const others = { media: ["media://1"], silent: true, responseHandled: true, artifactTags: ["[x]"] };
    for (const [field, value] of Object.entries(others)) {
      await fails(
        { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
        result,
        new RegExp(`only the text of a result, not ${field}`),
        withholds,
      );
    }
    for (const [forLlm, shown] of [
      ["x", { llmContent: "a" }],
      ["a", { llmContent: "a", returnDisplay: "a" }],
    ] as const) {
      await fails(
        { afterTool: () => modify({ result: { forLlm, forUser: "x" } }) },
        { ...result, tool_response: shown },
        /only the text of a result, not forUser/,
        withholds,
      );
    }
  });
});

it("says on stderr how the model gets the hook's own tools", async () => {
  const tool = defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" });
  const answer = await asked(defineHook({ name: "weather", tools: [tool] }), model);
  expect(answer.document).toBeUndefined();
  expect(answer.stderr).toContain("gemini does not accept tools from a hook: run the same file as an MCP server");
});

describe("a failure under block", () => {
  const broken = {
    name: "guard",
    onFailure: "block" as const,
    ...{ beforeLlm: fail, afterLlm: fail, beforeTool: fail, afterTool: fail },
  };
  function fail(): never {
    throw new Error("secret detail");
  }
  const words = (point: string) =>
    expect.stringMatching(
      new RegExp(
        `^hook "guard" threw an error at ${point} \\(id [0-9a-f]{8}\\); to find out why, look for this id on the hook's stderr$`,
      ),
    );

  it.each<[string, object, object]>([
    ["beforeTool", shell, { decision: "deny", reason: words("beforeTool") }],
    ["afterTool", result, { decision: "deny", reason: expect.stringMatching(WITHHELD) }],
    ["beforeLlm", model, { continue: false, stopReason: words("beforeLlm") }],
    ["afterLlm", piece, { continue: false, stopReason: words("afterLlm") }],
  ])("at %s is a denial that Gemini CLI enforces, and silence under continue", async (_point, payload, document) => {
    expect((await asked(broken, payload)).document).toEqual(document);
    expect((await asked({ ...broken, onFailure: "continue" }, payload)).text).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ["BeforeTool", { ...shell, tool_input: "x" }, { decision: "deny" }],
    ["AfterTool", { ...result, tool_response: 7 }, { decision: "deny", reason: expect.stringMatching(WITHHELD) }],
    ["BeforeModel", { ...model, llm_request: {} }, { continue: false }],
    ["AfterModel", { ...piece, llm_response: {} }, { continue: false }],
  ])("denies for a payload of %s that cannot be read", async (_event, payload, document) => {
    expect((await asked(broken, payload)).document).toMatchObject(document);
  });
});

describe("context", () => {
  for (const [name, handlers, payload, event] of [
    ["onPrompt addContext", { onPrompt: () => addContext("a < b > c") }, prompt, "BeforeAgent"],
    ["afterTool addContext", { afterTool: () => addContext("a < b > c") }, result, "AfterTool"],
  ] as const) {
    cell(name, "reaches the model with escaped angle brackets", async () => {
      const { text: stdout = "" } = await asked({ name: "h", ...handlers }, payload);
      const answered = { event, payload, answer: { stdout }, situation: {}, version: simulation.version };
      expect(simulation.changeBy(answered)).toEqual({ context: ["a &lt; b &gt; c"] });
    });
  }
});

allAreShown();
