import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf } from "../../../test/command-hosts/cells.js";
import {
  addContext,
  approve,
  compose,
  defineHook,
  deny,
  type Hook,
  type HookEvent,
  modify,
  reject,
  type ToolCall,
} from "../../index.js";
import { adapter } from "./adapter.js";

const folder = new URL("fixtures/3.1.15/events/", import.meta.url);
const payload = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const denied = (reason: unknown) => ({ permission: "deny", user_message: reason, agent_message: reason });
const withheld = (text: unknown) => ({ updated_mcp_tool_output: { content: [{ type: "text", text }] } });
const call = payload("preToolUse");
const shellResult = payload("postToolUse");
const mcpResult = payload("postToolUse.mcp");
const failedCall = payload("postToolUseFailure");
const threw = (): never => {
  throw new Error("no");
};

describe("under Cursor", () => {
  const onFailure = "block";
  it.each<[string, Omit<Hook, "name" | "~defineHook">, object, object | undefined]>([
    ["deny", { beforeTool: () => deny("no rm") }, call, denied("no rm")],
    ["reject", { approveTool: () => reject("no rm") }, call, denied("no rm")],
    ["approve leaves the decision to Cursor", { approveTool: () => approve() }, call, {}],
    [
      "modify with the same arguments changes nothing",
      { beforeTool: (its) => modify({ arguments: its.arguments }) },
      call,
      {},
    ],
    [
      "changed arguments replace all of them",
      { beforeTool: () => modify({ arguments: { command: "ls" } }) },
      call,
      { updated_input: { command: "ls" } },
    ],
    [
      "a prompt that is denied",
      { onPrompt: () => deny("not now") },
      payload("beforeSubmitPrompt"),
      { continue: false, user_message: "not now" },
    ],
    [
      "context for a prompt",
      { onPrompt: () => addContext("today is Monday") },
      payload("beforeSubmitPrompt"),
      { additional_context: "today is Monday" },
    ],
    [
      "context for a result",
      { afterTool: () => addContext("2 warnings") },
      shellResult,
      { additional_context: "2 warnings" },
    ],
    ["a changed result of an MCP server", { afterTool: () => modify({ result: "***" }) }, mcpResult, withheld("***")],
    ["a denied result of an MCP server", { afterTool: () => deny("private") }, mcpResult, withheld("private")],
    ["an unchanged result", { afterTool: ({ result }) => modify({ result }) }, shellResult, undefined],
  ])("%s", async (_title, handlers, given, document) => {
    for (const host of [undefined, "cursor", "cursor@3.1.15"]) {
      const answer = await asked({ name: "h", onFailure, ...handlers }, given, host === undefined ? {} : { host });
      expect(answer).toMatchObject({ failures: [] });
      expect(answer.document).toEqual(document);
    }
  });
});

const { cell, fails, allAreShown } = cellsOf(adapter.capabilities);

describe("what Cursor does not support, or only partly", () => {
  cell("onPrompt addContext", "an answer", async () => {
    const { document } = await asked({ name: "h", onPrompt: () => addContext("x") }, payload("beforeSubmitPrompt"));
    expect(document).toEqual({ additional_context: "x" });
  });
  for (const given of [shellResult, failedCall]) {
    cell("afterTool modify.result", `a failure at ${given.hook_event_name}`, () =>
      fails({ afterTool: () => modify({ result: "***" }) }, given, /only the result of an MCP server/, undefined),
    );
    cell("afterTool deny", `a failure at ${given.hook_event_name}`, () =>
      fails({ afterTool: () => deny("private") }, given, /only the result of an MCP server/, undefined),
    );
  }
  cell("afterTool addContext", "a failure after a failed tool", () =>
    fails({ afterTool: () => addContext("x") }, failedCall, /reads no answer after a failed tool/, undefined),
  );
  allAreShown();
});

describe("the events of Cursor", () => {
  it("the text of a result is read from its JSON", async () => {
    const texts: string[] = [];
    const hook = {
      name: "h",
      afterTool: ({ result }: { readonly result: { readonly forLlm: string } }) => void texts.push(result.forLlm),
    };
    for (const given of [
      shellResult,
      mcpResult,
      payload("postToolUse.search"),
      payload("postToolUse.stdout"),
      { ...shellResult, tool_output: '{"exitCode":1,"stdout":"","stderr":"no such file"}' },
      { ...shellResult, tool_output: "plain" },
    ]) {
      await asked(hook as never, given);
    }
    expect(texts).toEqual(["ORIG\n", "hi", '{"pattern":"tea","success":true}', "ok\n", "no such file", "plain"]);
  });

  it("a call that cannot be read is denied", async () => {
    const guard = defineHook({ name: "guard", approveTool: () => approve() }) as Hook;
    const { document } = await asked(guard, { ...call, tool_input: "text" }, { host: "cursor" });
    expect(document).toEqual(denied(expect.stringContaining("a call that it cannot read")));
  });

  it("a file that Cursor is about to read can be denied by a native handler", async () => {
    const reader = defineHook({
      name: "reader",
      onFailure: "block",
      native: { cursor: { beforeReadFile: () => ({ permission: "deny", user_message: "not this file" }) } },
    }) as Hook;
    const { document, denial } = await asked(reader, payload("beforeReadFile"));
    expect({ document, denial }).toEqual({
      document: { permission: "deny", user_message: "not this file" },
      denial: "not this file",
    });
  });

  it("an answer with several parts has all of them, and a denial outranks them", async () => {
    const changes = defineHook({ name: "changes", beforeTool: () => modify({ arguments: { command: "ls" } }) }) as Hook;
    const allows = defineHook({
      name: "allows",
      native: { cursor: { preToolUse: () => ({ permission: "allow" }) } },
    }) as Hook;
    const no = defineHook({ name: "no", beforeTool: () => deny("no") }) as Hook;
    expect((await asked(compose(changes, allows), call)).document).toEqual({
      updated_input: { command: "ls" },
      permission: "allow",
    });
    expect((await asked(compose(changes, allows, no), call)).document).toEqual(denied("no"));
  });

  it.each([
    ["its own folder", { cwd: "/b" }, "/b"],
    ["the first folder of the workspace", { cwd: "" }, "/a"],
    ["the first folder of the workspace if it names none", { cwd: null }, "/a"],
    ["no folder if there is none", { cwd: "", workspace_roots: null }, undefined],
  ])("a call has %s", async (_title, fields, cwd) => {
    const folders: unknown[] = [];
    const note = (its: ToolCall) => void folders.push(its.cwd);
    await asked({ name: "h", beforeTool: note }, { ...call, workspace_roots: ["/a", "/b"], ...fields });
    expect(folders).toEqual([cwd]);
  });

  it("a call belongs to the turn of its generation, which the conversation itself is not", async () => {
    const turns: unknown[] = [];
    const note = (its: ToolCall) => void turns.push(its.origin);
    for (const generation_id of ["generation_1", call.conversation_id, "", null]) {
      await asked({ name: "h", beforeTool: note }, { ...call, generation_id });
    }
    expect(turns).toEqual([{ turnId: "generation_1" }, {}, {}, {}]);
  });

  it("null stands for a field that is missing", async () => {
    const optional = ["generation_id", "session_id", "model", "workspace_roots", "tool_use_id", "agent_message"];
    for (const field of [...optional, "conversation_id", "transcript_path"]) {
      const answer = await asked({ name: "h", onFailure: "block", beforeTool: () => {} }, { ...call, [field]: null });
      expect(answer, field).toMatchObject({ document: {}, failures: [] });
    }
    const failed = { ...failedCall, duration: null, error_message: null };
    expect(await asked({ name: "h", afterTool: () => {} }, failed)).toMatchObject({ failures: [] });
  });

  it("a call without arguments is denied", async () => {
    const { tool_input: _gone, ...without } = call;
    const guard = defineHook({ name: "guard", approveTool: () => approve() }) as Hook;
    const { document, failures } = await asked(guard, without, { host: "cursor" });
    expect(document).toEqual(denied(expect.stringContaining("a call that it cannot read")));
    expect(failures).toMatchObject([{ message: expect.stringContaining("tool_input: expected") }]);
  });

  it("a sub-agent has its id, its type and its reply", async () => {
    const seen: unknown[] = [];
    const onEvent = ({ kind, payload }: HookEvent) => {
      const { agentId, agentType, reply } = payload as Readonly<Record<string, unknown>>;
      seen.push({ kind, agentId, agentType, reply });
    };
    await asked({ name: "h", onEvent } as never, payload("subagentStart"));
    await asked({ name: "h", onEvent } as never, { ...payload("subagentStop"), summary: "done" });
    const agent = { agentId: "agent_1", agentType: "general-purpose" };
    expect(seen).toEqual([
      { kind: "subagent.start", ...agent, reply: undefined },
      { kind: "subagent.end", ...agent, reply: "done" },
    ]);
  });

  it("a message without a denial is a failure: Cursor does not show it", async () => {
    for (const [event, answer] of [
      ["preToolUse", { user_message: "careful" }],
      ["preToolUse", { permission: "allow", agent_message: "careful" }],
      ["beforeSubmitPrompt", { continue: true, user_message: "careful" }],
      ["beforeReadFile", { user_message: "careful" }],
    ] as const) {
      const hook = { name: "h", native: { cursor: { [event]: () => answer } } };
      const { failures } = await asked(hook as never, payload(event));
      expect(failures, event).toMatchObject([
        { kind: "unsupported", message: expect.stringMatching(/^Cursor shows \w+_message only with a denial/) },
      ]);
    }
    const asks = { permission: "ask", user_message: "sure?" } as const;
    const hook = { name: "h", native: { cursor: { beforeShellExecution: () => asks } } };
    expect(await asked(hook as never, payload("beforeShellExecution"))).toMatchObject({ document: asks, failures: [] });
    const compact = { name: "h", native: { cursor: { preCompact: () => ({ user_message: "shortened" }) } } };
    expect(await asked(compact as never, payload("preCompact"))).toMatchObject({ failures: [] });
  });

  it("a native redactor changes only the result of an MCP server's tool", async () => {
    const redactor = {
      name: "redactor",
      onFailure: "block" as const,
      native: { cursor: { postToolUse: () => withheld("***") as never } },
    };
    expect(await asked(redactor, mcpResult)).toMatchObject({ document: withheld("***"), failures: [] });
    const { document, failures, stderr } = await asked(redactor, shellResult);
    expect(document).toBeUndefined();
    expect(failures).toMatchObject([
      { kind: "unsupported", message: expect.stringMatching(/only the result of an MCP/) },
    ]);
    expect(stderr).not.toContain("was denied");
  });

  it("a failure after a tool of Cursor withholds nothing, and does not say that it did", async () => {
    const fails = { name: "h", onFailure: "block" as const, native: { cursor: { postToolUse: () => threw() } } };
    expect((await asked(fails, mcpResult)).document).toEqual(withheld(expect.stringMatching(WITHHELD)));
    for (const given of [shellResult, { ...shellResult, tool_input: 1 }]) {
      const { document, stderr } = await asked(fails, given, { host: "cursor" });
      expect(document).toBeUndefined();
      expect(stderr).toContain("this host cannot stop here");
    }
  });

  it.each([
    ["a prompt", { onPrompt: () => addContext("x".repeat(10_001)) }, "beforeSubmitPrompt"],
    ["a result", { afterTool: () => addContext("x".repeat(10_001)) }, "postToolUse"],
  ])("context for %s that Cursor would drop is a failure", async (_title, handlers, event) => {
    const { document, failures } = await asked({ name: "h", ...handlers }, payload(event));
    expect(failures).toMatchObject([
      { kind: "unsupported", message: expect.stringContaining("10000 characters, got 10001") },
    ]);
    expect(document?.additional_context).toBeUndefined();
  });

  it("context that is too long only after it was joined is a failure", async () => {
    const half = (name: string) =>
      defineHook({ name, onEvent: { "session.start": () => addContext("x".repeat(5_000)) } }) as Hook;
    expect((await asked(half("one"), payload("sessionStart"))).document).toMatchObject({
      additional_context: /x/ as never,
    });
    const { document, failures } = await asked(compose(half("one"), half("other")), payload("sessionStart"));
    expect(document).toBeUndefined();
    expect(failures).toMatchObject([
      { message: expect.stringContaining("additional_context: expected at most 10000") },
    ]);
  });

  it("a guard that is configured for Claude Code denies a call of Cursor", async () => {
    const guard = defineHook({ name: "guard", approveTool: () => approve() }) as Hook;
    expect((await asked(guard, call, { host: "claude-code" })).denial).toContain("expected an event of claude-code");
    const observer = { name: "h", onEvent: () => {} };
    expect(await asked(observer, call, { host: "claude-code" })).toMatchObject({
      document: undefined,
      denial: undefined,
    });
  });

  it("an event of a later version reaches onEvent, and a hook that blocks denies it by exit code", async () => {
    const open = payload("workspaceOpen");
    const later = { ...open, hook_event_name: "moonRise" };
    const seen: unknown[] = [];
    const onEvent = ({ kind, hostKind }: HookEvent) => void seen.push(`${kind} ${hostKind}`);
    for (const surroundings of [{}, { host: "cursor" }]) {
      expect(await asked({ name: "h", onEvent }, open, surroundings)).toMatchObject({ failures: [] });
      expect((await asked({ name: "h", onEvent }, later, surroundings)).denial).toBeUndefined();
    }
    expect(seen).toEqual(["other workspaceOpen", "other moonRise", "other workspaceOpen", "other moonRise"]);
    const guard = { name: "h", onFailure: "block" as const, beforeTool: () => {} };
    expect(await asked(guard, open, { host: "cursor" })).toMatchObject({ denial: undefined, failures: [] });
    const { denial } = await asked(guard, later, { host: "cursor" });
    expect(denial).toContain('unknown cursor event "moonRise"');
  });
});
