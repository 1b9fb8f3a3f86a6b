import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
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
  respond,
  type ToolCall,
} from "../../index.js";
import { capabilities } from "./capabilities.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import { TOOL_KINDS } from "./tool-kinds.js";

const folder = new URL("fixtures/3.1.15/events/", import.meta.url);
const payload = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const denied = (reason: unknown) => ({ permission: "deny", user_message: reason, agent_message: reason });
const withheld = (text: unknown) => ({ updated_mcp_tool_output: { content: [{ type: "text", text }] } });
const call = payload("preToolUse");
const shellResult = payload("postToolUse");
const mcpResult = payload("postToolUse.mcp");
const failedCall = payload("postToolUseFailure");

describe.each(["continue", "block"] as const)("under Cursor and %s", (onFailure) => {
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

const { cell, fails, allAreShown } = cellsOf(capabilities);
const denies = denied(expect.stringMatching(NOT_CARRIED));

describe("what Cursor does not support, or only partly", () => {
  cell("beforeTool modify.tool", "a failure", () =>
    fails({ beforeTool: () => modify({ tool: "other" }) }, call, /cannot call another tool/, denies, {}),
  );
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["Shell"], beforeTool: () => respond("x") }, call, /offer the tool over MCP/, denies, {}),
  );
  for (const [name, decision] of [
    ["beforeTool abortTurn", abortTurn("stop")],
    ["beforeTool hardAbort", hardAbort("stop")],
  ] as const) {
    cell(name, "as deny", async () => {
      expect((await asked({ name: "h", beforeTool: () => decision }, call)).document).toEqual(denied("stop"));
    });
  }
  cell("approveTool approve", "an answer without a decision", async () => {
    expect((await asked({ name: "h", approveTool: () => approve() }, call)).document).toEqual({});
  });
  cell("approveTool ask", "a denial", async () => {
    const { document } = await asked({ name: "h", approveTool: () => ask("?") }, call);
    expect(document).toEqual(denied("needs a person: ?"));
  });
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
  for (const [name, decision] of [
    ["afterTool abortTurn", abortTurn("stop")],
    ["afterTool hardAbort", hardAbort("stop")],
  ] as const) {
    cell(name, "a failure", () =>
      fails(
        { afterTool: () => decision as never },
        mcpResult,
        /cannot be stopped after a tool/,
        withheld(expect.anything()),
      ),
    );
  }
  for (const name of ["tools offer", "tools answer"]) {
    cell(name, "no event takes it", async () => expect(Object.keys(EVENTS)).not.toContain("tools"));
  }
  allAreShown();
});

describe("the events of Cursor", () => {
  it.each(readdirSync(folder))("%s reaches its point or onEvent", async (file) => {
    const given = payload(file.replace(".json", ""));
    const seen: unknown[] = [];
    const note = ({ raw, cwd, sessionId }: object & Record<string, unknown>) => void seen.push({ raw, cwd, sessionId });
    const handlers = { onPrompt: note as never, beforeTool: note as never, afterTool: note as never };
    const { point }: EventRules = EVENTS[given.hook_event_name as EventName];
    const hook = { name: "h", ...(point === undefined ? { onEvent: note as never } : handlers) };
    expect(await asked(hook, given)).toMatchObject({ failures: [] });
    expect(seen).toEqual([{ raw: given, cwd: "/home/user/project", sessionId: "conversation_1" }]);
  });

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
      { ...shellResult, tool_output: "plain" },
    ]) {
      await asked(hook as never, given);
    }
    expect(texts).toEqual(["ORIG\n", "hi", '{"pattern":"tea","success":true}', "plain"]);
  });

  it.each([...TOOL_KINDS, ["MCP:echo", "mcp"], ["Delete", "other"]])(
    "a call of %s is of the kind %s",
    async (tool, kind) => {
      const kinds: string[] = [];
      const note = (its: ToolCall) => void kinds.push(its.kind);
      await asked({ name: "h", beforeTool: note }, { ...call, tool_name: tool });
      expect(kinds).toEqual([kind]);
    },
  );

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
    const says = defineHook({
      name: "says",
      native: { cursor: { preToolUse: () => ({ user_message: "changed" }) } },
    }) as Hook;
    const no = defineHook({ name: "no", beforeTool: () => deny("no") }) as Hook;
    expect((await asked(compose(changes, says), call)).document).toEqual({
      updated_input: { command: "ls" },
      user_message: "changed",
    });
    expect((await asked(compose(changes, says, no), call)).document).toEqual(denied("no"));
  });
});
