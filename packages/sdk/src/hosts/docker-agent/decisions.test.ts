import { describe, expect, it } from "vitest";
import { asked, denial, specific } from "../../../test/docker-agent/asked.js";
import { payloadOf, recordings, VERSIONS } from "../../../test/docker-agent/recordings.js";
import {
  abortTurn,
  approve,
  ask,
  compose,
  type Decision,
  defineHook,
  deny,
  type Hook,
  hardAbort,
  modify,
  reject,
} from "../../index.js";

// A decision does not depend on the policy. This is shown here, for all hosts.
const everywhere = [
  ...VERSIONS.map((version) => ({ version, onFailure: "block" as const, host: `docker-agent@${version}` })),
  { version: VERSIONS[0], onFailure: "continue" as const, host: `docker-agent@${VERSIONS[0]}` },
];
const guard = (fields: Omit<Hook, "name" | "~defineHook">): Hook => defineHook({ name: "guard", ...fields } as never);

describe.each(everywhere)("under docker-agent $version and $onFailure", ({ version, onFailure, host }) => {
  const shell = payloadOf("pre_tool_use", { tool_input: { cmd: "ls", timeout: 5 } }, version);
  const model = payloadOf("before_llm_call", {}, version);
  const result = payloadOf("tool_response_transform", { tool_response: "key sk-1" }, version);

  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, string | undefined]>([
    ["beforeTool: deny", { beforeTool: () => deny("no rm") }, shell, JSON.stringify(denial("no rm"))],
    ["approveTool: reject", { approveTool: () => reject("no rm") }, shell, JSON.stringify(denial("no rm"))],
    ["beforeTool: abortTurn, as deny", { beforeTool: () => abortTurn("stop") }, shell, JSON.stringify(denial("stop"))],
    ["beforeTool: hardAbort, as deny", { beforeTool: () => hardAbort("stop") }, shell, JSON.stringify(denial("stop"))],
    [
      "beforeTool: modify arguments, as the complete ones",
      { beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, cmd: "ls -l" } }) },
      shell,
      JSON.stringify(specific("pre_tool_use", { updated_input: { cmd: "ls -l", timeout: 5 } })),
    ],
    [
      "approveTool: ask",
      { approveTool: () => ask("is that so?") },
      shell,
      JSON.stringify(
        specific("pre_tool_use", { permission_decision: "ask", permission_decision_reason: "is that so?" }),
      ),
    ],
    ["approveTool: approve prints nothing", { approveTool: () => approve() }, shell, undefined],
    ["undefined prints nothing", { beforeTool: () => undefined, approveTool: approve }, shell, undefined],
    [
      "beforeLlm: abortTurn",
      { beforeLlm: () => abortTurn("enough") },
      model,
      JSON.stringify({ decision: "block", reason: "enough" }),
    ],
    [
      "beforeLlm: hardAbort, as abortTurn",
      { beforeLlm: () => hardAbort("enough") },
      model,
      JSON.stringify({ decision: "block", reason: "enough" }),
    ],
    [
      "afterTool: modify the result",
      { afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replace("sk-1", "[secret]") }) },
      result,
      JSON.stringify(specific("tool_response_transform", { updated_tool_response: "key [secret]" })),
    ],
    [
      "afterTool: an empty result is a result",
      { afterTool: () => modify({ result: { forLlm: "" } }) },
      result,
      JSON.stringify(specific("tool_response_transform", { updated_tool_response: "" })),
    ],
  ])("%s", async (_title, fields, payload, text) => {
    const answer = await asked(guard({ ...fields, onFailure }), payload, { host });
    expect(answer).toMatchObject({ text, failures: [] });
  });

  it("a missing reason gets a default text", async () => {
    const { document } = await asked(guard({ onFailure, approveTool: () => reject("") }), shell, { host });
    expect(document).toEqual(denial('denied by hook "guard"'));
  });

  it("an empty modify is not a decision", async () => {
    const nothing = { beforeTool: () => modify({}), beforeLlm: () => modify({}), afterTool: () => modify({}) };
    for (const payload of [shell, model, result]) {
      expect(await asked(guard({ ...nothing, onFailure }), payload, { host })).toMatchObject({
        text: undefined,
        failures: [],
      });
    }
  });

  it("messages keep unknown fields, signatures and numbers", async () => {
    const signed = {
      role: "assistant",
      content: "x",
      thinking_signature: "c2lnbmVk/+==",
      thought_signature: "AAEC",
      reasoning_content: "because",
      cost: 0.000017,
      tool_calls: [{ id: "c", type: "function", function: { name: "shell", arguments: '{ "cmd":"a" }', extra: [1] } }],
      from_a_later_version: { deep: [null, 1.5, "<&>\u2028"] },
    };
    const parts = { role: "user", content: "", multi_content: [{ type: "text", text: "hi", later: true }] };
    const payload = { ...model, messages: [...(model.messages as object[]), signed, parts] };
    const echo = guard({
      onFailure,
      beforeLlm: ({ messages }) => modify({ messages: messages.map((one) => ({ ...one })) }),
    });
    const { document } = await asked(echo, payload, { host });
    expect(document).toEqual(specific("before_llm_call", { updated_messages: payload.messages }));
  });

  it("a changed message keeps its other fields, and a new one has only the author's fields", async () => {
    const redact = guard({
      onFailure,
      beforeLlm: ({ messages }) =>
        modify({
          messages: [
            ...messages.map((one) => (one.role === "tool" ? { ...one, content: "[gone]" } : one)),
            { role: "user", content: "new" },
          ],
        }),
    });
    const { document } = await asked(redact, model, { host });
    const before = model.messages as { role: string }[];
    expect(document?.hook_specific_output?.updated_messages).toEqual([
      ...before.map((one) => (one.role === "tool" ? { ...one, content: "[gone]" } : one)),
      { role: "user", content: "new" },
    ]);
  });
});

it("every recorded conversation comes back deep-equal from a hook that changes nothing", async () => {
  const echo = defineHook({ name: "echo", beforeLlm: ({ messages }) => modify({ messages: [...messages] }) });
  const calls = recordings.filter(({ event }) => event === "before_llm_call");
  expect(calls.length).toBeGreaterThan(5);
  for (const { payload, where } of calls) {
    const { document } = await asked(echo, payload);
    expect(document?.hook_specific_output?.updated_messages, where).toEqual(payload.messages);
  }
});

describe("one tool call: beforeTool, then approveTool with the final arguments", () => {
  const shell = payloadOf("pre_tool_use", { tool_input: { cmd: "rm x", timeout: 5 } });
  const order = (asks: (name: string) => void, ruling: () => ReturnType<typeof reject | typeof approve | typeof ask>) =>
    defineHook({
      name: "order",
      onFailure: "block",
      beforeTool: (call) => {
        asks(`beforeTool ${call.arguments.cmd}`);
        return modify({ arguments: { ...call.arguments, cmd: "trash x" } });
      },
      approveTool: (call) => {
        asks(`approveTool ${call.arguments.cmd}`);
        return ruling();
      },
    });

  it.each<[string, Decision, object]>([
    [
      "approve sends the rewrite",
      approve(),
      specific("pre_tool_use", { updated_input: { cmd: "trash x", timeout: 5 } }),
    ],
    ["reject sends only the denial", reject("no"), denial("no")],
    [
      "ask asks the person about the rewritten call",
      ask("sure?"),
      specific("pre_tool_use", {
        permission_decision: "ask",
        permission_decision_reason: "sure?",
        updated_input: { cmd: "trash x", timeout: 5 },
      }),
    ],
  ])("%s", async (_title, ruling, document) => {
    const seen: string[] = [];
    const hook = order(
      (text) => seen.push(text),
      () => ruling as ReturnType<typeof approve>,
    );
    expect(await asked(hook, shell)).toMatchObject({ document, failures: [] });
    expect(seen).toEqual(["beforeTool rm x", "approveTool trash x"]);
  });

  it("a denial in beforeTool ends the call: approveTool is not called", async () => {
    const hook = defineHook({
      name: "early",
      beforeTool: () => deny("early"),
      approveTool: () => {
        throw new Error("asked");
      },
    });
    expect((await asked(hook, shell)).document).toEqual(denial("early"));
  });

  it("each member sees the changes of those before it, and every beforeTool runs before any approveTool", async () => {
    const seen: string[] = [];
    const member = (name: string) =>
      defineHook({
        name,
        beforeTool: (call) => {
          seen.push(`${name} before ${call.arguments.cmd}`);
          return modify({ arguments: { ...call.arguments, cmd: `${name} ${call.arguments.cmd}` } });
        },
        approveTool: (call) => {
          seen.push(`${name} approve ${call.arguments.cmd}`);
          return approve();
        },
      });
    const { document } = await asked(compose(member("a"), member("b")), shell);
    expect(seen).toEqual(["a before rm x", "b before a rm x", "a approve b a rm x", "b approve b a rm x"]);
    expect(document).toEqual(specific("pre_tool_use", { updated_input: { cmd: "b a rm x", timeout: 5 } }));
  });

  it("sends a rejection rather than the question of an earlier member", async () => {
    const asks = defineHook({ name: "asks", approveTool: () => ask("sure?") });
    const rejects = defineHook({ name: "rejects", approveTool: () => reject("never") });
    expect((await asked(compose(asks, rejects), shell)).document).toEqual(denial("never"));
  });

  it("a block hook without approveTool checks again after a later member changed its call", async () => {
    const guarding = defineHook({
      name: "no rm",
      onFailure: "block",
      beforeTool: (call) => (String(call.arguments.cmd).startsWith("rm") ? deny("no rm") : undefined),
    });
    const rewrites = defineHook({ name: "rewrites", beforeTool: () => modify({ arguments: { cmd: "rm -rf /" } }) });
    const harmless = { ...shell, tool_input: { cmd: "ls" } };
    expect((await asked(compose(guarding, rewrites), harmless)).document).toEqual(denial("no rm"));
  });
});
