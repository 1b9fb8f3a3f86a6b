import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { asked, denial, WITHHELD } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import { ask, defineHook, defineTool, deny, type Hook, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const { cell, allAreShown } = cellsOf(adapter.capabilities);
const shell = payloadOf("pre_tool_use", { tool_input: { cmd: "ls", timeout: 5 } });
const model = payloadOf("before_llm_call");
const result = payloadOf("tool_response_transform");

/** Expects the failure under both policies, and the host's document under `block`. */
async function fails(
  fields: Omit<Hook, "name" | "~defineHook">,
  payload: object,
  words: RegExp,
  blocked: object | undefined,
  host?: string,
) {
  const surroundings = host === undefined ? {} : { host };
  for (const onFailure of ["continue", "block"] as const) {
    const answer = await asked({ name: "guard", ...fields, onFailure }, payload, surroundings);
    expect(answer.failures).toMatchObject([
      { kind: "unsupported", hook: "guard", message: expect.stringMatching(words) },
    ]);
    const [failure] = answer.failures;
    expect(answer.stderr).toContain(`(id ${failure?.id})`);
    expect(answer.stderr).toMatch(words);
    if (onFailure === "continue" || blocked === undefined) expect(answer.document).toBeUndefined();
    else expect(answer.document).toMatchObject(blocked);
    if (blocked === undefined) expect(answer.stderr).not.toContain("was denied");
  }
}

const stops = { decision: "block", reason: expect.stringMatching(NOT_CARRIED) };
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { hook_specific_output: { updated_tool_response: expect.stringMatching(WITHHELD) } };

describe("what docker-agent does not support at beforeLlm", () => {
  it("fails for an empty conversation: docker-agent would ignore it", () =>
    fails({ beforeLlm: () => modify({ messages: [] }) }, model, /messages is empty/, stops));

  it.each([
    ["media", ["media://1"]],
    ["attachments", [{ ref: "a" }]],
    ["systemParts", [{ type: "text", text: "a" }]],
  ])("a message with %s is a failure that names the field", (field, value) =>
    fails(
      { beforeLlm: () => modify({ messages: [{ role: "user", content: "x", [field]: value }] }) },
      model,
      new RegExp(`messages have no ${field}`),
      stops,
    ),
  );
});

describe("what docker-agent does not support at beforeTool and approveTool", () => {
  cell("beforeTool deny", "denies whenever docker-agent calls the hook", async () => {
    const old = payloadOf("pre_tool_use", {}, "v1.58.0");
    const denies = { name: "h", beforeTool: () => deny("no") };
    expect((await asked(denies, old, { host: "docker-agent@v1.58.0" })).document).toEqual(denial("no"));
  });
  cell("approveTool deny", "denies whenever docker-agent calls the hook", async () => {
    const denies = { name: "h", approveTool: () => deny("no") };
    const old = payloadOf("pre_tool_use", {}, "v1.58.0");
    expect((await asked(denies, old, { host: "docker-agent@v1.58.0" })).document).toEqual(denial("no"));
  });
  cell("beforeTool modify.arguments", "a failure in the preempt_yolo variant where no other variant asks", async () => {
    const rewrites = { beforeTool: () => modify({ arguments: { cmd: "ls", timeout: 6 } }) };
    for (const policy of ["balanced", "autonomous", "yolo"]) {
      const payload = { ...shell, safety_policy: policy };
      await fails(
        rewrites,
        payload,
        new RegExp(`preempt_yolo variant, and under "${policy}"`),
        denies,
        "docker-agent/preempt",
      );
      expect((await asked({ name: "h", ...rewrites }, payload)).failures).toEqual([]);
    }
    for (const payload of [shell, { ...shell, safety_policy: "strict" }]) {
      expect((await asked({ name: "h", ...rewrites }, payload, { host: "docker-agent/preempt" })).failures).toEqual([]);
    }
  });

  cell("approveTool ask", "denies a rewritten call in the preempt_yolo variant, under both policies", async () => {
    for (const onFailure of ["continue", "block"] as const) {
      const asks = defineHook({
        name: "guard",
        onFailure,
        beforeTool: () => modify({ arguments: { cmd: "trash", timeout: 5 } }),
        approveTool: () => ask("sure?"),
      });
      const payload = { ...shell, safety_policy: "strict" };
      const { failures, document } = await asked(asks, payload, { host: "docker-agent/preempt" });
      expect(failures).toEqual([]);
      expect(document).toEqual(denial("needs a person: sure?"));
      expect((await asked(asks, payload)).document).not.toEqual(document);
    }
  });

  it("v1.137.0 and later cannot remove an argument", async () => {
    const takes = { beforeTool: () => modify({ arguments: { cmd: "ls" } }) };
    await fails(takes, shell, /timeout cannot be removed/, denies, "docker-agent@v1.137.0");
    for (const host of ["docker-agent", "docker-agent@v1.58.0", "docker-agent@v1.123.0"]) {
      expect((await asked({ name: "h", ...takes }, shell, { host })).failures).toEqual([]);
    }
  });
});

describe("what docker-agent does not support at afterTool", () => {
  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["silent", true],
    ["responseHandled", true],
    ["artifactTags", ["[file:/x]"]],
  ])("a changed %s is a failure that names the field", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );

  const KIB = 1024;
  const large = { "50 KiB and a byte": "é".repeat(25 * KIB).concat("x"), "2001 lines": "x\n".repeat(2000).concat("x") };
  const fits = { "50 KiB": "é".repeat(25 * KIB), "2000 lines": "x\n".repeat(1999).concat("x") };
  const redacts = { afterTool: () => modify({ result: "[gone]" }) };

  cell("afterTool modify.result", "fails for results that the host shortens itself", async () => {
    for (const host of ["docker-agent", "docker-agent@v1.59.0", "docker-agent@v1.123.0"]) {
      for (const text of Object.values(large)) {
        const payload = { ...result, tool_response: text };
        await fails(redacts, payload, /shortens results .* drops a hook's change/, withholds, host);
      }
      for (const text of Object.values(fits)) {
        const { failures, document } = await asked(
          { name: "h", ...redacts },
          { ...result, tool_response: text },
          { host },
        );
        expect(failures).toEqual([]);
        expect(document?.hook_specific_output?.updated_tool_response).toBe("[gone]");
      }
    }
  });

  cell("afterTool deny", "replaces the result by the reason, and fails for one that is shortened", async () => {
    const denies = { afterTool: () => deny("not this file") };
    const { document } = await asked({ name: "h", ...denies }, result);
    expect(document?.hook_specific_output?.updated_tool_response).toBe("not this file");
    const payload = { ...result, tool_response: large["2001 lines"] };
    await fails(denies, payload, /shortens results .* drops a hook's change/, withholds);
  });

  it("changes a large result in v1.58.0, and of a tool whose category the host does not shorten", async () => {
    const text = large["2001 lines"];
    const old = payloadOf("tool_response_transform", { tool_response: text }, "v1.58.0");
    expect((await asked({ name: "h", ...redacts }, old, { host: "docker-agent@v1.58.0" })).failures).toEqual([]);
    const fetched = { ...result, tool_name: "fetch", tool_category: "fetch", tool_response: text };
    expect((await asked({ name: "h", ...redacts }, fetched)).failures).toEqual([]);
    for (const category of ["shell", "filesystem", "mcp", "a2a"]) {
      const payload = { ...fetched, tool_category: category };
      expect((await asked({ name: "h", ...redacts }, payload)).failures, category).toHaveLength(1);
    }
  });

  it("does not fail for a large result that the hook does not change", async () => {
    const payload = { ...result, tool_response: large["2001 lines"] };
    const looks = { name: "h", afterTool: () => modify({ result: {} }) };
    expect((await asked(looks, payload)).failures).toEqual([]);
  });
});

describe("context and prompts", () => {
  cell("onPrompt deny", "has the form of later versions", async () => {
    const prompt = payloadOf("user_prompt_submit", { prompt: "hi" }, "v1.58.0");
    const denies = { name: "h", onPrompt: () => deny("no") };
    expect((await asked(denies, prompt, { host: "docker-agent@v1.58.0" })).document).toEqual({
      decision: "block",
      reason: "no",
    });
  });
});

describe("the hook's own tools", () => {
  const tool = defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" });
  const weather = defineHook({ name: "weather", tools: [tool] });
  it("prints a line to stderr that names the alternative", async () => {
    const answer = await asked(weather, model);
    expect(answer.document).toBeUndefined();
    expect(answer.stderr).toContain(
      "docker-agent does not accept tools from a hook: run the same file as an MCP server",
    );
  });
});

allAreShown();
