import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approve, compose, defineHook, defineTool, type Hook, modify, type ToolCall } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import { afterTool, approveTool, beforeLlm, beforeTool, hostTool } from "../wire-calls.js";

const ownTool = (name: string) => defineTool({ name, description: "ours", input: z.object({}), run: () => "ours" });

describe("call.kind", () => {
  it("is set at each point that has a tool", async () => {
    const seen: string[] = [];
    const note = (call: ToolCall) => void seen.push(`${call.tool} ${call.kind}`);
    const host = await hostWith(
      defineHook({
        name: "notes",
        beforeTool: note,
        approveTool: (call) => {
          note(call);
          return approve();
        },
        afterTool: note,
      }),
    );
    await host.call("hook.before_tool", beforeTool("exec"));
    await host.call("hook.approve_tool", approveTool("write_file"));
    await host.call("hook.after_tool", afterTool("web_fetch"));
    expect(seen).toEqual(["exec shell", "write_file write", "web_fetch fetch"]);
  });

  it("is plugin for the hook's own tool, whatever its name, until the host offers a tool with this name", async () => {
    const seen: unknown[] = [];
    const host = await hostWith(
      defineHook({
        name: "notes",
        tools: [ownTool("read_file")],
        beforeTool: ({ kind, ownTool }) => void seen.push({ kind, ownTool }),
      }),
    );
    await host.call("hook.before_tool", beforeTool("read_file"));
    await host.call("hook.before_llm", beforeLlm({ tools: [hostTool("read_file")] }));
    await host.call("hook.before_tool", beforeTool("read_file"));
    expect(seen).toEqual([
      { kind: "plugin", ownTool: "read_file" },
      { kind: "read", ownTool: undefined },
    ]);
  });

  it("is that of the new tool after a member changes the tool", async () => {
    const seen: unknown[] = [];
    const renames = (from: string, tool: string) =>
      defineHook({
        name: `${from} to ${tool}`,
        beforeTool: (call) => (call.tool === from ? modify({ tool }) : undefined),
      });
    const notes = defineHook({
      name: "notes",
      tools: [ownTool("ours")],
      beforeTool: ({ tool, kind, ownTool }) => void seen.push({ tool, kind, ownTool }),
    });
    const host = await hostWith(compose(renames("read_file", "exec"), renames("list_dir", "ours"), notes));
    await host.call("hook.before_tool", beforeTool("read_file"));
    await host.call("hook.before_tool", beforeTool("list_dir"));
    expect(seen).toEqual([
      { tool: "exec", kind: "shell", ownTool: undefined },
      { tool: "ours", kind: "plugin", ownTool: "ours" },
    ]);
  });
});

/** Runs a hook in this process that handles one call after another. */
async function hostWith(hook: Hook) {
  const waiting = new Map<number, () => void>();
  let calls = 0;
  const running = await runInProcess(hook, {
    host: "picoclaw",
    env: {},
    writeError: () => {},
    write: (text) => waiting.get(JSON.parse(text).id)?.(),
  });
  return {
    async call(method: string, params: object): Promise<void> {
      calls += 1;
      const answered = new Promise<void>((resolve) => waiting.set(calls, resolve));
      running.receive([JSON.stringify({ jsonrpc: "2.0", id: calls, method, params })]);
      await answered;
    },
  };
}
