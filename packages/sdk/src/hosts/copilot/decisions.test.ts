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

const denial = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const shell = payloadOf("copilot", "preToolUse", { toolName: "bash", toolArgs: { command: "ls", description: "d" } });
const patch = "*** Begin Patch\n*** Add File: a.txt\n+hello\n*** End Patch\n";
const freeform = payloadOf("copilot", "preToolUse", { toolName: "apply_patch", toolArgs: patch });
const result = payloadOf("copilot", "postToolUse", {
  toolName: "bash",
  toolArgs: {},
  toolResult: { resultType: "success", textResultForLlm: "key sk-1", later: 1 },
});

describe("under Copilot CLI", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, denial("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, denial("no rm")],
    ["beforeTool: abortTurn, as deny", { beforeTool: () => abortTurn("stop") }, shell, denial("stop")],
    ["beforeTool: hardAbort, as deny", { beforeTool: () => hardAbort("stop") }, shell, denial("stop")],
    [
      "beforeTool: modify arguments, as the complete ones",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, command: "ls -l" } }) },
      shell,
      { modifiedArgs: { command: "ls -l", description: "d" } },
    ],
    [
      "beforeTool: modify the one text of a freeform tool",
      { beforeTool: ({ arguments: { input } }) => modify({ arguments: { input: `${input}`.replace("hello", "x") } }) },
      freeform,
      { modifiedArgs: patch.replace("hello", "x") },
    ],
    [
      "approveTool: ask",
      { approveTool: () => ask("is that so?") },
      shell,
      { permissionDecision: "ask", permissionDecisionReason: "is that so?" },
    ],
    ["approveTool: approve prints nothing", { approveTool: () => approve() }, shell, undefined],
    [
      "afterTool: modify the result, which stays of its type",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      { modifiedResult: { resultType: "success", textResultForLlm: "key [secret]" } },
    ],
    [
      "afterTool: a result of another type stays of it",
      { afterTool: () => modify({ result: "x" }) },
      { ...result, toolResult: { resultType: "new in a later version", textResultForLlm: "sk-1" } },
      { modifiedResult: { resultType: "new in a later version", textResultForLlm: "x" } },
    ],
    [
      "afterTool: an unchanged result prints nothing",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm }) },
      result,
      undefined,
    ],
    [
      "afterTool: an empty result is a result",
      { afterTool: () => modify({ result: { forLlm: "" } }) },
      result,
      { modifiedResult: { resultType: "success", textResultForLlm: "" } },
    ],
    [
      "an empty modify prints nothing",
      { beforeTool: () => modify({}), afterTool: () => modify({}) },
      result,
      undefined,
    ],
  ])("%s", async (_title, fields, payload, document) => {
    const answer = await asked({ name: "guard", ...fields, onFailure }, payload, { host: "copilot" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });

  it("a missing reason gets a default text", async () => {
    const { document } = await asked({ name: "guard", onFailure, approveTool: () => reject("") }, shell);
    expect(document).toEqual(denial('denied by hook "guard"'));
  });
});

describe("a recorded payload as a call", () => {
  const sourceOf = ({ sessionId, cwd, timestamp }: Readonly<Record<string, unknown>>) => ({
    sessionId,
    cwd,
    time: new Date(timestamp as number).toISOString(),
    origin: {},
  });

  it("preToolUse is beforeTool", async () => {
    expect(await handledCall(shell)).toEqual({
      beforeTool: {
        ...{ tool: "bash", kind: "shell", arguments: shell.toolArgs },
        ...{ ...sourceOf(shell), raw: shell },
      },
    });
  });

  it("arguments that are JSON text are read, and replaced by an object", async () => {
    const asText = { ...shell, toolArgs: JSON.stringify(shell.toolArgs) };
    expect((await handledCall(asText)).beforeTool).toMatchObject({ kind: "shell", arguments: shell.toolArgs });
    const trash = { name: "h", beforeTool: () => modify({ arguments: { command: "trash x" } }) };
    expect(await asked(trash, asText)).toMatchObject({
      document: { modifiedArgs: { command: "trash x" } },
      failures: [],
    });
    expect((await handledCall({ ...shell, toolArgs: "[1]" })).beforeTool).toMatchObject({
      arguments: { input: "[1]" },
    });
  });

  it("the only text of a freeform tool is `input`", async () => {
    expect(await handledCall(freeform)).toMatchObject({ beforeTool: { kind: "edit", arguments: { input: patch } } });
  });

  it("postToolUse is afterTool, with an error for any result type except success", async () => {
    expect((await handledCall(result)).afterTool).toMatchObject({ kind: "shell", result: { forLlm: "key sk-1" } });
    const denied = { ...result, toolResult: { resultType: "denied", textResultForLlm: "no" } };
    expect((await handledCall(denied)).afterTool).toMatchObject({ result: { forLlm: "no", isError: true } });
  });

  it("postToolUseFailure is afterTool with an error", async () => {
    const failed = recordings.find(({ where }) => where.endsWith("postToolUseFailure.view.json"))?.payload ?? {};
    expect((await handledCall(failed)).afterTool).toMatchObject({
      tool: "view",
      kind: "read",
      result: { forLlm: "Path does not exist", isError: true },
    });
  });

  it("every other event reaches onEvent with its fields", async () => {
    const stop = payloadOf("copilot", "agentStop");
    expect((await handledCall(stop)).event).toEqual({
      kind: "turn.end",
      hostKind: "agentStop",
      ...sourceOf(stop),
      payload: { transcriptPath: stop.transcriptPath, stopReason: "end_turn", stopHookActive: false },
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
  expect((await asked(compose(rewrites, more), shell)).document).toEqual({
    modifiedArgs: { command: "rm x", more: 1 },
  });
});
