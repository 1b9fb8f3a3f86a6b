import { defineHook, deny, modify } from "@agent-hook/sdk";
import { describe, expect, test } from "vitest";
import { puppet, startManager } from "../../start-manager.js";

const CALL = { tool: "exec", arguments: { command: "ls" } };

/** Returns a hook that appends its name to the command. */
const appends = (name: string) =>
  defineHook({
    name,
    beforeTool: (call) => modify({ arguments: { command: `${call.arguments.command} ${name}` } }),
  });

describe("a mounted hook", () => {
  test("takes its place among processes by priority, then name", async () => {
    const { manager } = await startManager({ processes: { b: puppet({ priority: 5 }), d: puppet({ priority: 5 }) } });
    await manager.mount(appends("e"), { priority: 5 });
    await manager.mount(appends("c"), { priority: 5 });
    await manager.mount(appends("a"));
    await manager.mount(appends("z"), { priority: -1 });
    expect(manager.status().map(({ name, source }) => [name, source])).toEqual([
      ["z", "mounted"],
      ["a", "mounted"],
      ["b", "process"],
      ["c", "mounted"],
      ["d", "process"],
      ["e", "mounted"],
    ]);
    const rewrite = (command: string) => ({
      result: { action: "modify", call: { tool: "exec", arguments: { command } } },
    });
    const scripts = { b: { "hook.before_tool": rewrite("by b") } };
    expect(await manager.beforeTool({ ...CALL, scripts })).toMatchObject({
      arguments: { command: "by b c e" },
      changedBy: ["z", "a", "b", "c", "e"],
    });
  });

  test("cannot have the name of a process", async () => {
    const { manager } = await startManager({ processes: { taken: puppet() } });
    const hook = defineHook({ name: "taken", beforeTool: () => deny("mine") });
    await expect(manager.mount(hook)).rejects.toThrow(
      new TypeError('a hook named "taken" already exists; use another name'),
    );
    expect(await manager.beforeTool(CALL)).toMatchObject({ outcome: "continue" });
  });
});
