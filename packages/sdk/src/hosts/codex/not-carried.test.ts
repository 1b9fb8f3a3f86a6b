import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import { abortTurn, approve, ask, defineHook, defineTool, deny, hardAbort, modify, respond } from "../../index.js";
import { whyNativeUnsupported } from "./adapter.js";
import { capabilities } from "./capabilities.js";

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

describe("what Codex does not support at beforeTool and approveTool", () => {
  cell("beforeTool modify.tool", "fails for another tool name, but not for the same one", async () => {
    await fails({ beforeTool: () => modify({ tool: "view_image" }) }, shell, /Codex cannot call another tool/, denies);
    const same = { name: "h", beforeTool: () => modify({ tool: "Bash" }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  cell("beforeTool respond", "fails, and the error names the alternative", () =>
    fails({ respondsTo: ["Bash"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`beforeTool ${name}`, "works like deny: Codex would run the tool despite a stop", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
    });
  }
  cell("approveTool approve", "prints nothing, and never allow: Codex would drop that answer", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, denial: undefined });
  });
  cell("approveTool ask", "denies with its reason under both policies: Codex would run the tool", async () => {
    for (const onFailure of ["continue", "block"] as const) {
      const { document, failures } = await asked({ name: "guard", onFailure, approveTool: () => ask("sure?") }, shell);
      expect(failures).toEqual([]);
      expect(document).toEqual(denial("needs a person: sure?"));
    }
  });

  it.each([shell, patch])("a command's other arguments cannot be changed: Codex would ignore it", async (payload) => {
    const more = { beforeTool: () => modify({ arguments: { command: "ls", workdir: "/tmp" } }) };
    await fails(more, payload, /only the command of \w+, not workdir/, denies);
    const answer = natively({ command: "ls", workdir: "/tmp" });
    expect(whyNativeUnsupported("PreToolUse", answer, false, payload as never)).toMatch(/, not workdir/);
    const other = { ...payload, tool_name: "mcp__srv__echo" };
    expect(whyNativeUnsupported("PreToolUse", answer, false, other as never)).toBeUndefined();
  });
});

describe("what Codex does not support at afterTool", () => {
  cell("afterTool modify.result", "fails for an empty text: Codex would keep the result", async () => {
    for (const text of ["", " \n"]) {
      const empties = { afterTool: () => modify({ result: text }) };
      await fails(empties, result, /ignores an empty result: return some text/, withholds);
    }
  });
  cell("afterTool deny", "replaces the result by the reason, which is never empty", async () => {
    const denied = async (reason: string) =>
      (await asked({ name: "h", afterTool: () => deny(reason) }, result)).document;
    expect(await denied("not this file")).toEqual({ decision: "block", reason: "not this file" });
    expect(await denied(" ")).toEqual({ decision: "block", reason: 'denied by hook "h"' });
  });
  for (const [name, decision] of Object.entries({ abortTurn: abortTurn("x"), hardAbort: hardAbort("x") })) {
    cell(`afterTool ${name}`, "fails, and withholds the result under block", () =>
      fails({ afterTool: () => decision }, result, /cannot be stopped after a tool: change the result/, withholds),
    );
  }

  it.each([
    ["forUser", "x"],
    ["isError", true],
    ["media", ["media://1"]],
    ["responseHandled", true],
  ])("a changed %s is a failure that names the field", (field, value) =>
    fails(
      { afterTool: () => modify({ result: { forLlm: "x", [field]: value } }) },
      result,
      new RegExp(`only the text of a result, not ${field}`),
      withholds,
    ),
  );
});

describe("the hook's own tools", () => {
  const tool = defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" });
  const seen: unknown[] = [];
  const weather = defineHook({
    name: "weather",
    tools: [tool],
    beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
  });
  cell("tools offer", "gives no warning where tools could be offered: MCP offers them", async () => {
    expect((await asked(weather, payloadOf("codex", "SessionStart"))).document).toBeUndefined();
  });
  cell("tools answer", "treats a call of its MCP server like any other call", async () => {
    seen.length = 0;
    const call = { ...shell, tool_name: "mcp__weather__get_weather", tool_input: {} };
    expect((await asked(weather, call)).document).toBeUndefined();
    expect(seen).toEqual([{ kind: "mcp", ownTool: undefined }]);
  });
});

allAreShown();
