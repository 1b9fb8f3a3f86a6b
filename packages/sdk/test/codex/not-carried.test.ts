import { describe, expect, it } from "vitest";
import { z } from "zod";
import { whyNativeUnsupported } from "../../src/hosts/codex/adapter.js";
import { capabilities } from "../../src/hosts/codex/capabilities.js";
import { abortTurn, approve, ask, defineHook, defineTool, hardAbort, modify, respond } from "../../src/index.js";
import { asked, WITHHELD } from "../command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../command-hosts/cells.js";
import { payloadOf } from "../command-hosts/recordings.js";

const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = payloadOf("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const patch = { ...shell, tool_name: "apply_patch" };
const result = payloadOf("codex", "PostToolUse", { tool_name: "Bash", tool_response: "SECRET" });
const denial = (reason: unknown) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});
const natively = (updatedInput: object) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
});
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = { decision: "block", reason: expect.stringMatching(WITHHELD) };

describe("what Codex does not carry at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "a failure; the same name is none", async () => {
    await fails({ beforeTool: () => modify({ tool: "view_image" }) }, shell, /Codex cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "Bash" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["Bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "as deny: for a stop beside it Codex would run the tool", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "no output, and never allow, for which Codex would drop the answer", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, refusal: undefined });
  });
  cell("approveTool ask", "a failure, which refuses under both policies: Codex would run the tool", async () => {
    for (const onFailure of ["continue", "block"] as const) {
      const { document, failures } = await asked({ name: "guard", onFailure, approveTool: () => ask("sure?") }, shell);
      expect(failures).toMatchObject([
        { kind: "not carried", message: expect.stringMatching(/not support questions .* reject/) },
      ]);
      expect(document).toEqual(denies);
    }
  });

  it.each([shell, patch])("of a command nothing else can be changed: Codex would ignore it", async (payload) => {
    const more = { beforeTool: () => modify({ arguments: { command: "ls", workdir: "/tmp" } }) };
    await fails(more, payload, /only the command of \w+, not workdir/, denies);
    const answer = natively({ command: "ls", workdir: "/tmp" });
    expect(whyNativeUnsupported("PreToolUse", answer, false, payload as never)).toMatch(/, not workdir/);
    const other = { ...payload, tool_name: "mcp__srv__echo" };
    expect(whyNativeUnsupported("PreToolUse", answer, false, other as never)).toBeUndefined();
  });
});

describe("what Codex does not carry at afterTool", () => {
  cell("afterTool modify.result", "a failure for a text that is empty, with which the result would stay", async () => {
    for (const text of ["", " \n"]) {
      const empties = { afterTool: () => modify({ result: text }) };
      await fails(empties, result, /ignores an empty result: return some text/, withholds);
    }
  });
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "a failure; under block the result is withheld", () =>
      fails({ afterTool: () => decision }, result, /cannot be stopped after a tool: change the result/, withholds),
    );
  }

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["responseHandled", true],
  ])("a changed %s is a failure that names it", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );
});

describe("the tools that a hook brings", () => {
  const tool = defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" });
  const seen: unknown[] = [];
  const weather = defineHook({
    name: "weather",
    tools: [tool],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "nothing is said where tools could be offered: over MCP they are", async () => {
    expect((await asked(weather, payloadOf("codex", "SessionStart"))).document).toBeUndefined();
  });
  cell("tools answer", "a call of its MCP server is a call like any other", async () => {
    seen.length = 0;
    const call = { ...shell, tool_name: "mcp__weather__get_weather", tool_input: {} };
    expect((await asked(weather, call)).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "mcp", ownTool: undefined }]);
  });
});

allAreShown();
