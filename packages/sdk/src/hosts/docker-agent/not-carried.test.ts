import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, denial, WITHHELD } from "../../../test/docker-agent/asked.js";
import { payloadOf } from "../../../test/docker-agent/recordings.js";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  type Capability,
  defineHook,
  defineTool,
  deny,
  type Hook,
  hardAbort,
  modify,
  respond,
} from "../../index.js";
import { capabilities } from "./capabilities.js";

const cellOf = ({ point, decision, since, before }: Omit<Capability, "support">) =>
  [point, decision, since && `since ${since}`, before && `before ${before}`].filter(Boolean).join(" ");
const covered = new Set<string>();

/** Defines the test of a capability whose support is not `yes`. */
function cell(name: string, title: string, run: () => Promise<void>): void {
  covered.add(name);
  it(`${name}: ${title}`, run);
}

const shell = payloadOf("pre_tool_use", { tool_input: { cmd: "ls", timeout: 5 } });
const model = payloadOf("before_llm_call");
const reply = payloadOf("after_llm_call");
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

const NOT_CARRIED =
  /^hook "guard" returned a decision that this host does not support at \w+ \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/;
const stops = { decision: "block", reason: expect.stringMatching(NOT_CARRIED) };
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { hook_specific_output: { updated_tool_response: expect.stringMatching(WITHHELD) } };

describe("what docker-agent does not support at beforeLlm", () => {
  const changes = {
    model: modify({ model: "small" }),
    tools: modify({ tools: [] }),
    options: modify({ options: { temperature: 0 } }),
  };
  for (const [field, decision] of Object.entries(changes)) {
    cell(`beforeLlm modify.${field}`, "fails, and the error names the field", () =>
      fails({ beforeLlm: () => decision }, model, new RegExp(`only messages, not ${field};?`), stops),
    );
  }
  cell("beforeLlm hardAbort", "works like abortTurn", async () => {
    const { document } = await asked({ name: "h", beforeLlm: () => hardAbort("over") }, model);
    expect(document).toEqual({ decision: "block", reason: "over" });
  });

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

describe("what docker-agent does not support at afterLlm", () => {
  const decisions = {
    modify: modify({ content: "x" }),
    deny: deny("x"),
    abortTurn: abortTurn("x"),
    hardAbort: hardAbort("x"),
  };
  for (const [name, decision] of Object.entries(decisions)) {
    cell(`afterLlm ${name}`, "fails under both policies, and prints nothing to the host", () =>
      fails({ afterLlm: () => decision }, reply, /ignores answers to after_llm_call/, undefined),
    );
  }
});

describe("what docker-agent does not support at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "fails for another tool name, but not for the same one", async () => {
    await fails({ beforeTool: () => modify({ tool: "read_file" }) }, shell, /cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "shell" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "fails, and the error names the alternative", () =>
    fails({ respondsTo: ["shell"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "works like deny", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "prints nothing, and never allow, which would skip the person", async () => {
    for (const host of ["docker-agent@v1.58.0", "docker-agent@v1.123.0", "docker-agent@v1.123.0/preempt"]) {
      const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell, { host });
      expect(answer).toMatchObject({ text: undefined, denial: undefined });
    }
  });
  cell("beforeTool deny before v1.89.0", "denies whenever docker-agent calls the hook", async () => {
    const old = payloadOf("pre_tool_use", {}, "v1.58.0");
    const denies = { name: "h", beforeTool: () => deny("no") };
    expect((await asked(denies, old, { host: "docker-agent@v1.58.0" })).document).toEqual(denial("no"));
  });
  cell("approveTool deny before v1.89.0", "denies whenever docker-agent calls the hook", async () => {
    const denies = { name: "h", approveTool: () => deny("no") };
    const old = payloadOf("pre_tool_use", {}, "v1.58.0");
    expect((await asked(denies, old, { host: "docker-agent@v1.58.0" })).document).toEqual(denial("no"));
  });
  cell(
    "beforeTool modify.arguments since v1.89.0",
    "a failure in the preempt_yolo variant where no other variant asks",
    async () => {
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
        expect((await asked({ name: "h", ...rewrites }, payload, { host: "docker-agent/preempt" })).failures).toEqual(
          [],
        );
      }
    },
  );

  cell(
    "approveTool ask since v1.89.0",
    "denies a rewritten call in the preempt_yolo variant, under both policies",
    async () => {
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
    },
  );

  it("v1.137.0 and later cannot remove an argument", async () => {
    const takes = { beforeTool: () => modify({ arguments: { cmd: "ls" } }) };
    await fails(takes, shell, /timeout cannot be removed/, denies, "docker-agent@v1.137.0");
    for (const host of ["docker-agent", "docker-agent@v1.58.0", "docker-agent@v1.123.0"]) {
      expect((await asked({ name: "h", ...takes }, shell, { host })).failures).toEqual([]);
    }
  });
});

describe("what docker-agent does not support at afterTool", () => {
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "fails, and withholds the result under block", () =>
      fails({ afterTool: () => decision }, result, /cannot be stopped after a tool: change the result/, withholds),
    );
  }

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

  cell("afterTool modify.result since v1.59.0", "fails for results that the host shortens itself", async () => {
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

  cell(
    "afterTool deny since v1.59.0",
    "replaces the result by the reason, and fails for one that is shortened",
    async () => {
      const denies = { afterTool: () => deny("not this file") };
      const { document } = await asked({ name: "h", ...denies }, result);
      expect(document?.hook_specific_output?.updated_tool_response).toBe("not this file");
      const payload = { ...result, tool_response: large["2001 lines"] };
      await fails(denies, payload, /shortens results .* drops a hook's change/, withholds);
    },
  );

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
  cell("afterTool addContext", "fails, and the error names the alternative", () =>
    fails({ afterTool: () => addContext("x") }, result, /append the text to the result with modify/, withholds),
  );
  cell("onPrompt deny before v1.123.0", "has the form of later versions", async () => {
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
  cell("tools offer", "prints a line to stderr that names the alternative", async () => {
    const answer = await asked(weather, model);
    expect(answer.document).toBeUndefined();
    expect(answer.stderr).toContain(
      "docker-agent does not accept tools from a hook: run the same file as an MCP server",
    );
  });
  cell("tools answer", "treats a call of that name like any other call of the host", async () => {
    const seen: unknown[] = [];
    const looks = defineHook({
      name: "weather",
      tools: [tool],
      beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
    });
    expect((await asked(looks, { ...shell, tool_name: "get_weather" })).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "other", ownTool: undefined }]);
  });
});

it('every cell of the table without the support "yes" is tested above', () => {
  const unplain = capabilities.decisions.filter(({ support }) => support !== "yes").map(cellOf);
  expect([...covered].sort()).toEqual(unplain.sort());
});
