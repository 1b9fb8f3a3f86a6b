import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  approve,
  compose,
  defineHook,
  defineTool,
  deny,
  forTools,
  type Hook,
  modify,
  type ToolFilter,
} from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";
import { manifestOf } from "../../src/runtime/manifest.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";

const SHELL: ToolFilter = { kinds: ["shell"] };
const shell = { ...toolCall("exec", { command: "ls" }), kind: "shell" as const };
const read = { ...toolCall("read_file"), kind: "read" as const };
const outcome = { result: { forLlm: "text" } };

describe("a hook with toolFilter", () => {
  it("receives only the calls of these kinds and names, at every point of a tool call", async () => {
    const received: string[] = [];
    const note = (call: { readonly tool: string }) => void received.push(call.tool);
    const { dispatcher } = await dispatcherOf(
      defineHook({
        name: "h",
        toolFilter: { kinds: ["shell"], names: ["write_file"] },
        beforeTool: note,
        approveTool: (call) => {
          note(call);
          return approve();
        },
        afterTool: note,
      }),
    );
    for (const call of [shell, read, toolCall("write_file"), toolCall("WRITE_FILE"), toolCall("write_file2")]) {
      expect(await dispatcher.ask("beforeTool", call)).toBeUndefined();
      expect(await dispatcher.ask("approveTool", call)).toEqual({ action: "approve" });
      expect(await dispatcher.ask("afterTool", { ...call, ...outcome } as never)).toBeUndefined();
      await dispatcher.askToolCall(call);
    }
    expect(received).toEqual([...Array(5).fill("exec"), ...Array(5).fill("write_file")]);
  });

  it.each<[string, Partial<Hook>]>([
    ["whose approveTool rejects everything", { approveTool: () => deny("no") }],
    ["whose approveTool returns nothing", { approveTool: (() => {}) as never }],
    [
      "whose beforeTool throws",
      {
        beforeTool: () => {
          throw new Error("broken");
        },
      },
    ],
  ])('and onFailure "block", %s, denies the calls of its filter and lets others pass', async (_, handlers) => {
    const { dispatcher } = await dispatcherOf(
      defineHook({ name: "guard", onFailure: "block", toolFilter: SHELL, ...handlers } as never),
    );
    expect(await dispatcher.askToolCall(shell)).toMatchObject({ action: "deny" });
    expect(await dispatcher.ask("approveTool", shell)).toMatchObject({ action: "deny" });
    expect(await dispatcher.askToolCall(read)).toBeUndefined();
    expect(await dispatcher.ask("approveTool", read)).toEqual({ action: "approve" });
  });

  it("cannot be changed while it runs", async () => {
    const kinds: ("shell" | "read")[] = ["shell"];
    const hook = defineHook({ name: "guard", toolFilter: { kinds }, beforeTool: () => deny("no") });
    const { dispatcher } = await dispatcherOf(hook);
    kinds[0] = "read";
    expect(await dispatcher.askToolCall(shell)).toMatchObject({ action: "deny" });
  });

  it("runs its own tools, whatever their kind", async () => {
    const tool = defineTool({ name: "t", description: "", input: z.object({}), run: () => "done" });
    const hook = defineHook({ name: "h", tools: [tool], toolFilter: SHELL, beforeTool: () => deny("no") });
    const { dispatcher } = await dispatcherOf(hook);
    expect(await dispatcher.ask("beforeTool", toolCall("t", {}, "t"))).toMatchObject({ action: "respond" });
  });
});

describe("forTools", () => {
  it("filters one handler, and replaces the hook's own filter for it", async () => {
    const received: string[] = [];
    const { dispatcher } = await dispatcherOf(
      defineHook({
        name: "h",
        toolFilter: SHELL,
        beforeTool: forTools({ kinds: ["read"] }, ({ tool }) => void received.push(`before ${tool}`)),
        afterTool: ({ tool }) => void received.push(`after ${tool}`),
      }),
    );
    for (const call of [shell, read]) {
      await dispatcher.ask("beforeTool", call);
      await dispatcher.ask("afterTool", { ...call, ...outcome } as never);
    }
    expect(received).toEqual(["after exec", "before read_file"]);
  });

  it("gives the same function to two handlers with two filters", async () => {
    const denies = () => deny("no");
    const first = defineHook({ name: "a", beforeTool: forTools(SHELL, denies) });
    const second = defineHook({ name: "b", beforeTool: forTools({ kinds: ["read"] }, denies) });
    const { dispatcher } = await dispatcherOf(compose(first, second));
    expect(await dispatcher.askToolCall(shell)).toMatchObject({ action: "deny" });
    expect(await dispatcher.askToolCall(read)).toMatchObject({ action: "deny" });
    expect(await dispatcher.askToolCall(toolCall("other"))).toBeUndefined();
  });

  it("of approveTool leaves the decision of an unfiltered beforeTool in force", async () => {
    let asked = 0;
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: () => {
        asked++;
        return undefined;
      },
      approveTool: forTools(SHELL, () => deny("no shell")),
    });
    const { dispatcher } = await dispatcherOf(guard);
    const inTurn = { ...read, origin: { turnId: "1" } };
    await dispatcher.ask("beforeTool", inTurn);
    expect(await dispatcher.ask("approveTool", inTurn)).toEqual({ action: "approve" });
    expect(asked).toBe(1);
    expect(await dispatcher.ask("approveTool", { ...inTurn, arguments: { changed: true } })).toEqual({
      action: "approve",
    });
    expect(asked).toBe(2);
    expect(await dispatcher.ask("approveTool", shell)).toMatchObject({ action: "deny" });
  });

  it("of a guard's beforeTool decides on a call that another hook turned into one of its tools", async () => {
    const renames = defineHook({ name: "renames", beforeTool: () => modify({ tool: "exec" }) });
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: forTools({ names: ["exec"] }, () => deny("no exec")),
    });
    for (const hook of [compose(renames, guard), compose(guard, renames)]) {
      const { dispatcher } = await dispatcherOf(hook);
      expect(await dispatcher.askToolCall(read)).toMatchObject({ action: "deny" });
    }
  });

  it("throws without a handler, and if the handler already has a filter", () => {
    expect(() => forTools(SHELL, undefined as never)).toThrow("forTools: expected a handler, got undefined");
    expect(() =>
      forTools(
        SHELL,
        forTools(SHELL, () => {}),
      ),
    ).toThrow(TypeError);
  });
});

describe("a mistake in a filter prevents the start", () => {
  const problems = (hook: object) => {
    try {
      checkDefinition(defineHook({ name: "h", ...hook } as never), {});
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const beforeTool = () => {};
  const kinds = (...names: string[]) => ({ toolFilter: { kinds: names }, beforeTool });

  it.each<[string, object, string]>([
    ["a misspelt kind", kinds("shell", "reed"), 'toolFilter.kinds[1]: unknown kind "reed" (did you mean "read"?)'],
    ["an unknown kind", kinds("terminal"), 'unknown kind "terminal": expected shell, read, write'],
    ["an empty filter", { toolFilter: {}, beforeTool }, "toolFilter: expected kinds, names or both"],
    ["an empty list", kinds(), "toolFilter.kinds: expected at least one"],
    ["an empty name", { toolFilter: { names: [""] }, beforeTool }, "toolFilter.names[0]: expected non-empty string"],
    ["an unknown key", { toolFilter: { tools: ["x"] }, beforeTool }, 'unknown key "tools" in toolFilter'],
    [
      "a hook without a tool handler",
      { toolFilter: SHELL, beforeLlm() {} },
      "toolFilter has no effect without beforeTool",
    ],
    ["forTools at another point", { onEvent: forTools(SHELL, () => {}) }, "onEvent: forTools has no effect here"],
    [
      "forTools with a mistake",
      { afterTool: forTools({ kinds: ["x"] } as never, () => {}) },
      'afterTool.forTools.kinds[0]: unknown kind "x"',
    ],
    [
      "forTools without a filter",
      { afterTool: forTools(undefined as never, () => {}) },
      "afterTool.forTools: expected kinds, names or both",
    ],
  ])("%s", (_, hook, message) => expect(problems(hook)).toContain(message));
});

describe("the manifest", () => {
  const filters = (first: Hook, ...others: readonly Hook[]) => manifestOf(compose(first, ...others), []).toolFilters;
  const nothing = () => undefined;

  it("has the union of the filters of each point, and leaves out a point that needs all calls", () => {
    const one = defineHook({ name: "a", toolFilter: SHELL, beforeTool: nothing, afterTool: nothing });
    const two = defineHook({ name: "b", beforeTool: forTools({ kinds: ["shell"], names: ["x"] }, nothing) });
    expect(filters(one, two)).toEqual({ beforeTool: { kinds: ["shell"], names: ["x"] }, afterTool: SHELL });
    expect(filters(one, defineHook({ name: "c", beforeTool: nothing }))).toEqual({ afterTool: SHELL });
    expect(manifestOf(defineHook({ name: "d", beforeTool: nothing }), [])).not.toHaveProperty("toolFilters");
  });

  it("needs the approval of every call that any handler of a blocking hook receives", () => {
    const guard = (more: Partial<Hook>) => defineHook({ name: "g", onFailure: "block", ...more } as never);
    expect(filters(guard({ toolFilter: SHELL, beforeTool: nothing }))).toEqual({
      beforeTool: SHELL,
      approveTool: SHELL,
    });
    expect(filters(guard({ afterTool: forTools(SHELL, nothing) }))).toEqual({ approveTool: SHELL, afterTool: SHELL });
    expect(filters(guard({ beforeLlm: nothing }))).toBeUndefined();
    expect(filters(guard({ beforeTool: nothing, approveTool: forTools(SHELL, () => approve()) }))).toBeUndefined();
  });
});
