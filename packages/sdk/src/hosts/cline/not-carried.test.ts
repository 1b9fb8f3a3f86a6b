import { describe, expect, it } from "vitest";
import { asked } from "../../../test/command-hosts/asked.js";
import { cellsOf } from "../../../test/command-hosts/cells.js";
import { payloadOf, shellCall, shellResult } from "../../../test/command-hosts/recordings.js";
import { addContext, compose, defineHook, modify } from "../../index.js";
import { adapter } from "./adapter.js";

const { allAreShown } = cellsOf(adapter.capabilities);
const shell = shellCall("cline", { commands: ["ls"] });
const result = shellResult("cline", "key sk-1");
const denial = (errorMessage: unknown) => ({ cancel: true, errorMessage });

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
});

describe("what Cline supports in part, or not, after a tool", () => {
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
