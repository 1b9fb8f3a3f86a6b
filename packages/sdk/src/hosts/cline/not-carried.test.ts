import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asked, WITHHELD } from "../../../test/command-hosts/asked.js";
import { cellsOf, NOT_CARRIED } from "../../../test/command-hosts/cells.js";
import { payloadOf, shellCall, shellResult } from "../../../test/command-hosts/recordings.js";
import {
  abortTurn,
  addContext,
  approve,
  ask,
  compose,
  defineHook,
  defineTool,
  deny,
  hardAbort,
  modify,
  respond,
} from "../../index.js";
import { capabilities } from "./capabilities.js";
import { simulation } from "./simulate.js";

const { fields } = simulation;
const { cell, fails, allAreShown } = cellsOf(capabilities);
const shell = shellCall("cline", { commands: ["ls"] });
const result = shellResult("cline", "key sk-1");
const denial = (errorMessage: unknown) => ({ cancel: true, errorMessage });
const denies = denial(expect.stringMatching(NOT_CARRIED));
const withholds = denial(expect.stringMatching(WITHHELD));

describe("what Cline supports in part, or not, before a tool", () => {
  it("replaces all arguments", async () => {
    const changes = { name: "h", beforeTool: () => modify({ arguments: { commands: ["pwd"] } }) };
    expect((await asked(changes, shell)).document).toEqual({ overrideInput: { commands: ["pwd"] } });
    const same = { name: "h", beforeTool: () => modify({ arguments: { commands: ["ls"] } }) };
    expect(await asked(same, shell)).toMatchObject({ failures: [], document: undefined });
  });
  it("changes nothing if a hook returns the arguments of a program as it got them", async () => {
    const program = shellCall("cline", { command: "ls", args: ["-a"] });
    const same = {
      name: "h",
      beforeTool: ({ arguments: args }: { arguments: object }) => modify({ arguments: { ...args } }),
    };
    expect(await asked(same as never, program)).toMatchObject({ failures: [], document: undefined });
  });
  it("shows the next hook the changed arguments, twice as Cline does", async () => {
    const seen: unknown[] = [];
    const hook = compose(
      defineHook({ name: "a", beforeTool: () => modify({ arguments: { commands: ["pwd"], timeout: 5 } }) }),
      defineHook({
        name: "b",
        native: { cline: { PreToolUse: ({ tool_call: call, preToolUse }) => void seen.push(call.input, preToolUse) } },
      }),
    );
    await asked(hook, shell);
    const parameters = { commands: '["pwd"]', timeout: "5" };
    expect(seen).toEqual([
      { commands: ["pwd"], timeout: 5 },
      { toolName: "run_commands", parameters },
    ]);
  });
  cell("beforeTool modify.tool", "a failure", () =>
    fails({ beforeTool: () => modify({ tool: "editor" }) }, shell, /Cline cannot call another tool/, denies),
  );
  cell("beforeTool respond", "a failure that names the way out", () =>
    fails({ respondsTo: ["run_commands"], beforeTool: () => respond("x") }, shell, /offer the tool over MCP/, denies),
  );
  cell("beforeTool deny", "ends the run", async () => {
    expect((await asked({ name: "h", beforeTool: () => deny("no") }, shell)).document).toEqual(denial("no"));
  });
  cell("approveTool deny", "ends the run", async () => {
    expect((await asked({ name: "h", approveTool: () => deny("no") }, shell)).document).toEqual(denial("no"));
  });
  cell("approveTool approve", "no output: Cline has no word for it", async () => {
    const answer = await asked({ name: "h", onFailure: "block", approveTool: approve }, shell);
    expect(answer).toMatchObject({ text: undefined, denial: undefined });
  });
  cell("approveTool ask", "a denial that says who is needed", async () => {
    const { document } = await asked({ name: "h", approveTool: () => ask("sure?") }, shell);
    expect(document).toEqual(denial(expect.stringContaining("sure?")));
  });
  it.each([abortTurn("x"), hardAbort("x")])("ends the run: %o", async (decision) => {
    expect((await asked({ name: "h", beforeTool: () => decision }, shell)).document).toEqual(denial("x"));
  });
});

describe("what Cline supports in part, or not, after a tool", () => {
  cell("afterTool modify.result", "a failure that names the way out; the same result is none", async () => {
    const words = /does not let a hook change a result: deny ends the run without it/;
    await fails({ afterTool: () => modify({ result: "[gone]" }) }, result, words, withholds);
    const same = { name: "h", afterTool: () => modify({ result: "key sk-1" }) };
    expect(await asked(same, result)).toMatchObject({ failures: [], document: undefined });
  });
  cell("afterTool deny", "ends the run", async () => {
    expect((await asked({ name: "h", afterTool: () => deny("x") }, result)).document).toEqual(denial("x"));
  });
  it("gives the model context, of several hooks line by line, but not next to a denial", async () => {
    const adds = (name: string) => defineHook({ name, afterTool: () => addContext(name) });
    expect((await asked(adds("a"), result)).document).toEqual({ context: "a" });
    const stops = defineHook({ name: "s", native: { cline: { PostToolUse: () => ({ cancel: true }) } } });
    expect((await asked(compose(adds("a"), stops), result)).document).toEqual(denial("denied"));
  });
  it("rejects context that Cline would cut", async () => {
    const adds = { name: "h", afterTool: () => addContext("x".repeat(50_001)) };
    expect(await asked(adds, result)).toMatchObject({
      document: undefined,
      failures: [{ kind: "unsupported", message: expect.stringContaining("50000 characters of context, got 50001") }],
    });
  });
  it("tells a failed tool from a command that failed", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({ name: "h", afterTool: ({ result: { isError } }) => void seen.push(isError) });
    await asked(hook, result);
    await asked(hook, { ...result, tool_result: { ...(result.tool_result as object), error: "x" } });
    expect(seen).toEqual([undefined, true]);
  });
});

describe("what Cline does not support elsewhere", () => {
  const start = payloadOf("cline", "TaskStart");
  cell("onEvent addContext", "a failure", async () => {
    const { failures, document } = await asked({ name: "h", onEvent: () => addContext("a") }, start);
    expect(failures).toMatchObject([{ kind: "unsupported" }]);
    expect(document).toBeUndefined();
  });
  const weather = defineHook({
    name: "weather",
    tools: [defineTool({ name: "get_weather", description: "d", input: z.object({}), run: () => "sunny" })],
  });
  cell("tools offer", "nothing is said where tools could be offered: over MCP they are", async () => {
    expect((await asked(weather, start)).document).toBeUndefined();
  });
  cell("tools answer", "a call of its MCP server is a call like any other", async () => {
    const call = payloadOf("cline", "PreToolUse", { [fields.tool]: "weather__get_weather", [fields.input]: {} });
    expect((await asked(weather, call)).document).toBeUndefined();
  });
});

describe("native answers", () => {
  const at = (event: string, answer: object) =>
    asked({ name: "h", onFailure: "block", native: { cline: { [event]: () => answer } } } as never, {
      ...payloadOf("cline", event),
    });

  it.each([
    ["PreToolUse", { errorMessage: "x" }],
    ["PreToolUse", { decision: "block", reason: "x" }],
    ["PreToolUse", { review: true }],
    ["PostToolUse", { overrideInput: {} }],
    ["PostToolUse", { cancel: "true" }],
    ["TaskStart", { cancel: true }],
  ])("fails at %s for an answer that Cline would ignore or pass on: %j", async (event, answer) => {
    const { failures, document } = await at(event, answer);
    expect(failures).toHaveLength(1);
    expect(document).not.toEqual(answer);
  });
});

allAreShown();
