import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
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

const denied = (reason: string) => ({ decision: "deny", reason });
const aborted = (reason: string) => ({ decision: "abort", reason });

const shell = payloadOf("opencode", "tool.execute.before", { tool_input: { command: "ls", description: "d" } });
const result = payloadOf("opencode", "tool.execute.after", {
  tool_response: { title: "ls", output: "key sk-1", metadata: {} },
});
const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const fromServer = payloadOf("opencode", "tool.execute.after", {
  tool_name: "srv_echo",
  tool_response: { content: [{ type: "text", text: "key" }, image, { type: "text", text: "sk-1" }] },
});
const prompt = payloadOf("opencode", "chat.message", { prompt: "hi" });

describe("under opencode", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, denied("no rm")],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, denied("no rm")],
    ["approveTool: ask denies", { approveTool: () => ask("?") }, shell, denied("needs a person: ?")],
    ["approveTool: approve counts as no decision", { approveTool: () => approve() }, shell, undefined],
    ["beforeTool: abortTurn", { beforeTool: () => abortTurn("stop") }, shell, aborted("stop")],
    ["beforeTool: hardAbort", { beforeTool: () => hardAbort("stop") }, shell, aborted("stop")],
    [
      "beforeTool: changed arguments replace all others",
      { beforeTool: () => modify({ arguments: { command: "pwd" } }) },
      shell,
      { args: { command: "pwd" } },
    ],
    [
      "beforeTool: the same arguments count as no decision",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args } }) },
      shell,
      undefined,
    ],
    [
      "afterTool: a changed result",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      { output: "key [secret]" },
    ],
    [
      "afterTool: a changed result of an MCP tool, whose texts are read as one",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      fromServer,
      { output: "key\n[secret]" },
    ],
    ["afterTool: a result that stays the same", { afterTool: () => modify({ result: "key sk-1" }) }, result, undefined],
    ["afterTool: deny", { afterTool: () => deny("secret") }, result, denied("secret")],
    ["afterTool: abortTurn", { afterTool: () => abortTurn("secret") }, result, aborted("secret")],
    ["afterTool: addContext", { afterTool: () => addContext("note") }, result, { context: "note" }],
    ["onPrompt: addContext", { onPrompt: () => addContext("note") }, prompt, { context: "note" }],
    ["onPrompt: deny", { onPrompt: () => deny("no") }, prompt, denied("no")],
  ])("%s", async (_title, handlers, payload, document) => {
    const answer = await asked({ name: "h", onFailure, ...handlers }, payload, { host: "opencode" });
    expect(answer).toMatchObject({ failures: [] });
    expect(answer.document).toEqual(document);
  });
});

describe("under opencode", () => {
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, string]>([
    ["another tool", { beforeTool: () => modify({ tool: "read" }) }, shell, "cannot call another tool"],
    [
      "a result that is an error",
      { afterTool: () => modify({ result: { forLlm: "x", isError: true } }) },
      result,
      "only the text of a result, not isError",
    ],
  ])("%s is a failure, which denies", async (_title, handlers, payload, message) => {
    const answer = await asked({ name: "h", onFailure: "block", ...handlers }, payload, { host: "opencode" });
    expect(answer.failures).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(answer.document).toMatchObject({ decision: "deny" });
  });

  it("a member sees the changes of the one before it, and contexts are joined", async () => {
    const first = defineHook({ name: "first", afterTool: () => modify({ result: "[secret]" }) });
    const second = defineHook({ name: "second", afterTool: ({ result }) => addContext(`read ${result.forLlm}`) });
    const answer = await asked(compose(first, second), result, { host: "opencode" });
    expect(answer.document).toEqual({ output: "[secret]", context: "read [secret]" });
  });

  it("a native handler denies, and its unknown fields are a failure", async () => {
    const answers = (answer: object) =>
      asked({ name: "h", onFailure: "block", native: { opencode: { "chat.message": () => answer } } }, prompt, {
        host: "opencode",
      });
    expect((await answers({ decision: "deny", reason: "not now" })).document).toEqual(denied("not now"));
    const unknown = await answers({ outptu: "x" });
    expect(unknown.document).toMatchObject({ decision: "deny" });
    expect(unknown.failures).toEqual([expect.objectContaining({ where: 'native.opencode["chat.message"]' })]);
  });
});
