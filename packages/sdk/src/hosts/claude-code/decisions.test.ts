import { describe, expect, it } from "vitest";
import { asked, handledCall } from "../../../test/command-hosts/asked.js";
import { payloadOf } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  addContext,
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

const specific = (event: string, output: object) => ({ hookSpecificOutput: { hookEventName: event, ...output } });
const permission = (output: object) => specific("PreToolUse", output);
const denial = (reason: unknown) => permission({ permissionDecision: "deny", permissionDecisionReason: reason });
const shell = payloadOf("claude-code", "PreToolUse", {
  tool_name: "Bash",
  tool_input: { command: "ls", description: "d" },
});
const result = payloadOf("claude-code", "PostToolUse", {
  tool_name: "Bash",
  tool_response: { stdout: "key sk-1", stderr: "", interrupted: false, isImage: false, later: 1 },
});
const failed = payloadOf("claude-code", "PostToolUseFailure", { error: "Exit code 7\nsk-1" });

describe("under Claude Code", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, denial("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, denial("no rm")],
    [
      "beforeTool: abortTurn, as a denial and a stop: a stop without a denial lets the tool run",
      { beforeTool: () => abortTurn("stop") },
      shell,
      { continue: false, stopReason: "stop", ...denial("stop") },
    ],
    [
      "beforeTool: hardAbort, as abortTurn",
      { beforeTool: () => hardAbort("stop") },
      shell,
      { continue: false, stopReason: "stop", ...denial("stop") },
    ],
    [
      "beforeTool: modify arguments, as the complete ones, and no permission",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "ls -l" } }) },
      shell,
      permission({ updatedInput: { command: "ls -l", description: "d" } }),
    ],
    [
      "beforeTool: the same arguments count as no decision",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      shell,
      undefined,
    ],
    [
      "approveTool: ask",
      { approveTool: () => ask("is that so?") },
      shell,
      permission({ permissionDecision: "ask", permissionDecisionReason: "is that so?" }),
    ],
    [
      "approveTool: ask about changed arguments",
      { beforeTool: () => modify({ arguments: { command: "trash x" } }), approveTool: () => ask("sure?") },
      shell,
      permission({
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
        updatedInput: { command: "trash x" },
      }),
    ],
    ["approveTool: approve prints nothing", { approveTool: () => approve() }, shell, undefined],
    [
      "afterTool: modify the result, in its shape",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      specific("PostToolUse", {
        updatedToolOutput: { stdout: "key [secret]", stderr: "", interrupted: false, isImage: false, later: 1 },
      }),
    ],
    [
      "afterTool: an empty result is a result",
      { afterTool: () => modify({ result: { forLlm: "" } }) },
      result,
      specific("PostToolUse", {
        updatedToolOutput: { stdout: "", stderr: "", interrupted: false, isImage: false, later: 1 },
      }),
    ],
    [
      "afterTool: the same text prints nothing",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm }) },
      result,
      undefined,
    ],
    [
      "afterTool: abortTurn",
      { afterTool: () => abortTurn("enough") },
      result,
      { continue: false, stopReason: "enough" },
    ],
    [
      "afterTool: hardAbort, as abortTurn",
      { afterTool: () => hardAbort("enough") },
      result,
      { continue: false, stopReason: "enough" },
    ],
    [
      "afterTool: context next to the error of a failed tool",
      { afterTool: () => addContext("see the manual") },
      failed,
      specific("PostToolUseFailure", { additionalContext: "see the manual" }),
    ],
    ["afterTool: looking at a tool that failed", { afterTool: () => undefined }, failed, undefined],
    [
      "an empty modify prints nothing",
      { beforeTool: () => modify({}), afterTool: () => modify({}) },
      result,
      undefined,
    ],
  ])("%s", async (_title, fields, payload, document) => {
    const answer = await asked({ name: "guard", ...fields, onFailure }, payload, { host: "claude-code" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });

  it("a missing reason gets a default text", async () => {
    const { document } = await asked({ name: "guard", onFailure, approveTool: () => reject("") }, shell);
    expect(document).toEqual(denial('denied by hook "guard"'));
  });
});

describe("a shell line of a skill or command", () => {
  const line = payloadOf("claude-code", "PreSkillShellCommand", { tool_input: { command: "rm -rf src" } });
  const denied = (reason: unknown) =>
    specific("PreSkillShellCommand", { permissionDecision: "deny", permissionDecisionReason: reason });

  it("is a call of the shell, for beforeTool and the events of tools", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "notes",
      beforeTool: ({ tool, kind, arguments: args }) => void seen.push([tool, kind, args]),
      onEvent: { "tool.start": ({ payload }) => void seen.push(payload) },
    });
    await asked(hook, line);
    expect(seen).toEqual(
      expect.arrayContaining([
        ["Bash", "shell", { command: "rm -rf src" }],
        { tool: "Bash", arguments: { command: "rm -rf src" } },
      ]),
    );
  });

  it.each<[string, Partial<Hook>, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, denied("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, denied("no rm")],
    ["approveTool: approve decides nothing", { approveTool: () => approve() }, undefined],
    [
      "abortTurn denies, and ends the turn",
      { beforeTool: () => abortTurn("stop") },
      { continue: false, stopReason: "stop", ...denied("stop") },
    ],
    ["ask denies: Claude Code asks no one", { approveTool: () => ask("sure?") }, denied("needs a person: sure?")],
    [
      "a change denies, with a reason that says why",
      { beforeTool: () => modify({ arguments: { command: "trash src" } }) },
      denied(
        expect.stringMatching(/would change this shell line of a skill or command, which Claude Code does not supp/),
      ),
    ],
    [
      "a change with otherwise denies with that text",
      { beforeTool: () => ({ ...modify({ arguments: { command: "trash src" } }), otherwise: "use trash" }) },
      denied("use trash"),
    ],
    [
      "equal arguments do not count as a change",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      undefined,
    ],
  ])("%s, whatever the failure policy", async (_title, handlers, document) => {
    for (const onFailure of ["continue", "block"] as const) {
      const answer = await asked({ name: "guard", ...handlers, onFailure } as Hook, line);
      expect(answer).toMatchObject({ failures: [] });
      expect(answer.document).toEqual(document);
    }
  });

  it("a failure of a hook that blocks denies in the form of this event", async () => {
    const throws = () => {
      throw new Error("x");
    };
    const { document } = await asked({ name: "guard", onFailure: "block", beforeTool: throws }, line);
    expect(document).toEqual(denied(expect.stringContaining('hook "guard" threw an error')));
  });
});

describe("a recorded payload as a call", () => {
  const sourceOf = ({ session_id: sessionId, cwd, prompt_id: turnId }: Readonly<Record<string, unknown>>) => ({
    sessionId,
    cwd,
    origin: { turnId },
  });

  it("PreToolUse is beforeTool", async () => {
    expect(await handledCall(shell)).toEqual({
      beforeTool: {
        ...{ id: shell.tool_use_id, tool: "Bash", kind: "shell", arguments: shell.tool_input },
        ...{ ...sourceOf(shell), raw: shell },
      },
    });
  });

  it("PostToolUse is afterTool, with the tool's duration", async () => {
    expect((await handledCall(result)).afterTool).toMatchObject({
      ...{ tool: "Bash", kind: "shell", result: { forLlm: "key sk-1" } },
      ...{ durationMs: result.duration_ms, ...sourceOf(result) },
    });
  });

  it("PostToolUseFailure is afterTool with an error", async () => {
    expect((await handledCall(failed)).afterTool).toMatchObject({
      result: { forLlm: "Exit code 7\nsk-1", isError: true },
      durationMs: failed.duration_ms,
    });
  });

  it("a sub-agent's call has the sub-agent's id", async () => {
    const subAgentCall = { ...shell, agent_id: "a1", agent_type: "general-purpose" };
    expect((await handledCall(subAgentCall)).beforeTool).toMatchObject({
      origin: { ...sourceOf(shell).origin, agentId: "a1" },
    });
  });

  it("every other event reaches onEvent with its fields in camelCase", async () => {
    const stop = payloadOf("claude-code", "SubagentStart");
    expect((await handledCall(stop)).event).toEqual({
      kind: "subagent.start",
      hostKind: "SubagentStart",
      ...sourceOf(stop),
      origin: { ...sourceOf(stop).origin, agentId: stop.agent_id },
      payload: { agentId: stop.agent_id, agentType: "general-purpose" },
      raw: stop,
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
  const more = defineHook({ name: "c", beforeTool: (call) => modify({ arguments: { ...call.arguments, more: 1 } }) });
  expect((await asked(compose(rewrites, more), shell)).document).toEqual(
    permission({ updatedInput: { command: "rm x", more: 1 } }),
  );
});
