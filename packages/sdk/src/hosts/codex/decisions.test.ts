import { describe, expect, it } from "vitest";
import { asked, handledCall } from "../../../test/command-hosts/asked.js";
import { payloadOf, recordings } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  approve,
  ask,
  compose,
  defineHook,
  deny,
  type Hook,
  hardAbort,
  modify,
  reject,
} from "../../index.js";
import { adapter } from "./adapter.js";
import type { CodexEvent } from "./wire.js";

const permission = (output: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });
const denial = (reason: unknown) => permission({ permissionDecision: "deny", permissionDecisionReason: reason });
const rewrite = (updatedInput: object) => permission({ permissionDecision: "allow", updatedInput });
const shell = payloadOf("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
const mcp = { ...shell, tool_name: "mcp__srv__echo", tool_input: { text: "a", more: 1 } };
const result = payloadOf("codex", "PostToolUse", { tool_name: "Bash", tool_response: "key sk-1\n" });
const recorded = (name: string) =>
  recordings.find(({ where }) => where === `codex/0.171.0/PostToolUse.${name}.json`)?.payload ?? {};

describe("under Codex", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, denial("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, denial("no rm")],
    ["beforeTool: abortTurn, as deny", { beforeTool: () => abortTurn("stop") }, shell, denial("stop")],
    ["beforeTool: hardAbort, as deny", { beforeTool: () => hardAbort("stop") }, shell, denial("stop")],
    [
      "beforeTool: modify the command, in the one form that Codex takes",
      { beforeTool: () => modify({ arguments: { command: "ls -l" } }) },
      shell,
      rewrite({ command: "ls -l" }),
    ],
    [
      "beforeTool: modify arguments, as the complete ones",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, text: "b" } }) },
      mcp,
      rewrite({ text: "b", more: 1 }),
    ],
    [
      "beforeTool: a rewrite under an approval policy: Codex asks about the new command",
      { beforeTool: () => modify({ arguments: { command: "ls -l" } }) },
      { ...shell, permission_mode: "default" },
      rewrite({ command: "ls -l" }),
    ],
    [
      "beforeTool: the same arguments count as no decision",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      shell,
      undefined,
    ],
    ["approveTool: approve prints nothing", { approveTool: () => approve() }, shell, undefined],
    [
      "afterTool: modify the result",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      { decision: "block", reason: "key [secret]\n" },
    ],
    [
      "afterTool: the same text prints nothing, and keeps Codex's text before it",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm }) },
      result,
      undefined,
    ],
    [
      "afterTool: an empty result that stays empty prints nothing",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm }) },
      { ...result, tool_response: "" },
      undefined,
    ],
    [
      "an empty modify prints nothing",
      { beforeTool: () => modify({}), afterTool: () => modify({}) },
      result,
      undefined,
    ],
  ])("%s", async (_title, fields, payload, document) => {
    const answer = await asked({ name: "guard", ...fields, onFailure }, payload, { host: "codex" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });

  it("a missing reason gets a default text: without one the tool would run", async () => {
    for (const reason of ["", " \n"]) {
      const { document } = await asked({ name: "guard", onFailure, approveTool: () => reject(reason) }, shell);
      expect(document).toEqual(denial('denied by hook "guard"'));
    }
  });
});

describe("a recorded payload as a call", () => {
  const source = { sessionId: shell.session_id, cwd: shell.cwd, origin: { turnId: shell.turn_id } };

  it("PreToolUse is beforeTool", async () => {
    expect(await handledCall(shell)).toEqual({
      beforeTool: {
        ...{ id: shell.tool_use_id, tool: "Bash", kind: "shell", arguments: { command: "ls" } },
        ...{ ...source, raw: shell },
      },
    });
  });

  const block = (text: string) => ({ type: "text", text });
  const resource = { type: "resource", resource: { uri: "x://r", text: "SECRET" } };
  it.each<[string, object, string]>([
    ["a shell: what it printed, without what Codex puts before it", result, "key sk-1\n"],
    [
      "apply_patch",
      recorded("apply_patch"),
      "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA a.txt\n",
    ],
    ["a tool of an MCP server", recorded("mcp"), "MCP:a"],
    [
      "one with a structured result: the model gets only that, and a script in code mode also the rest",
      recorded("mcp.structured"),
      '{"value":"SECRET"}\nSECRET',
    ],
    [
      "one whose structured result is its text",
      { ...recorded("mcp.structured"), tool_response: { content: [block('{"a":1}')], structuredContent: { a: 1 } } },
      '{"a":1}',
    ],
    [
      "one with resources and images",
      { ...recorded("mcp"), tool_response: { content: [block("a"), { type: "image", data: "x" }, resource] } },
      'a\nSECRET\n{"type":"resource","resource":{"uri":"x://r"}}',
    ],
    [
      "one with only a structured result",
      { ...recorded("mcp"), tool_response: { content: [], structuredContent: { a: 1 } } },
      '{"a":1}',
    ],
    ["one that is empty", { ...recorded("mcp"), tool_response: { content: [] } }, ""],
    ["one that has no content", { ...recorded("mcp"), tool_response: { stdout: "S" } }, '{"stdout":"S"}'],
    ["texts without blocks", { ...recorded("mcp"), tool_response: ["SECRET"] }, '"SECRET"'],
    [
      "an object of Codex's with a list of contents",
      { ...recorded("create_goal"), tool_response: { content: [block("a")], secret: "S" } },
      '{"content":[{"type":"text","text":"a"}],"secret":"S"}',
    ],
    ["an image", recorded("view_image"), ""],
    ["a tool of Codex's", recorded("create_goal"), JSON.stringify(recorded("create_goal").tool_response)],
    ["nothing", { ...result, tool_response: null }, ""],
  ])("the result of PostToolUse is text: %s", async (_title, payload, forLlm) => {
    expect((await handledCall(payload)).afterTool).toMatchObject({ result: { forLlm } });
  });

  it("the task of a sub-agent is a prompt with the sub-agent's id", async () => {
    const prompted = recordings.find(({ where }) => where.endsWith("UserPromptSubmit.in-subagent.json"))?.payload ?? {};
    expect((await handledCall(prompted)).onPrompt).toEqual({
      prompt: "hi sub",
      sessionId: prompted.session_id,
      cwd: prompted.cwd,
      origin: { turnId: prompted.turn_id, agentId: prompted.agent_id },
      raw: prompted,
    });
  });

  it("every other event reaches onEvent with its fields in camelCase, and a sub-agent's with its id", async () => {
    const started = payloadOf("codex", "SubagentStart");
    expect((await handledCall(started)).event).toMatchObject({
      kind: "subagent.start",
      hostKind: "SubagentStart",
      sessionId: started.session_id,
      cwd: started.cwd,
      origin: { turnId: started.turn_id, agentId: started.agent_id },
      payload: { agentType: "default", model: "gpt-5.1", permissionMode: "bypassPermissions" },
      raw: started,
    });
  });
});

it("sends a denial of any member, and the rewrite as the last member left it", async () => {
  const rewrites = defineHook({ name: "a", beforeTool: () => modify({ arguments: { command: "rm x" } }) });
  const guards = defineHook({
    name: "b",
    approveTool: ({ arguments: { command } }) => (command === "rm x" ? reject("no rm") : approve()),
  });
  expect((await asked(compose(rewrites, guards), shell)).document).toEqual(denial("no rm"));
  const more = defineHook({ name: "c", beforeTool: () => modify({ arguments: { command: "rm y" } }) });
  expect((await asked(compose(rewrites, more), shell)).document).toEqual(rewrite({ command: "rm y" }));
});

it("a question becomes a denial if it reaches the encoder: silence would run the tool", () => {
  expect(adapter.encode("PreToolUse", ask("sure?"), shell as unknown as CodexEvent)).toEqual(denial("sure?"));
});
