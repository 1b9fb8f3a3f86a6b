import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kindOf, TOOL_KINDS } from "../../src/hosts/picoclaw/tool-kinds.js";
import {
  approve,
  compose,
  defineHook,
  defineTool,
  type Hook,
  modify,
  type ToolCall,
  type ToolKind,
} from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import { afterTool, approveTool, beforeLlm, beforeTool, hostTool } from "../wire-calls.js";

/** Every tool of PicoClaw v0.2.6 to v0.2.9 and of the snapshot, from its source. */
const TOOLS: Readonly<Record<Exclude<ToolKind, "mcp" | "plugin">, readonly string[]>> = {
  shell: ["exec", "cron"],
  read: ["read_file", "list_dir", "load_image", "short_expand"],
  write: ["write_file", "append_file"],
  edit: ["edit_file"],
  search: ["short_grep", "tool_search_tool_regex", "tool_search_tool_bm25"],
  fetch: ["web_fetch", "web_search", "find_skills"],
  other: [
    ...["spawn", "spawn_status", "subagent", "delegate", "message", "reaction", "send_file", "send_tts"],
    ...["install_skill", "i2c", "spi", "serial"],
  ],
};

describe("the kind of a tool of PicoClaw", () => {
  it.each(Object.entries(TOOLS))("is %s for %j", (kind, names) => {
    for (const name of names) expect(kindOf(name), name).toBe(kind);
  });

  it("is in the table only for these tools", () => {
    const { other: _others, ...known } = TOOLS;
    expect([...TOOL_KINDS.keys()].sort()).toEqual(Object.values(known).flat().sort());
  });

  it.each(["mcp_files_read", "mcp_weather_get_weather", "mcp_a_very_long_name_1c9ae2f0", "mcp_"])(
    "is mcp for %j, a tool of an MCP server",
    (name) => {
      expect(kindOf(name)).toBe("mcp");
    },
  );

  it.each(["READ_FILE", "Read_File", "read_file ", " read_file", "read_fi\u217ce", "MCP_files_read", "mcp", "xmcp_a"])(
    "is other for %j: a similar name is not a known one",
    (name) => {
      expect(kindOf(name)).toBe("other");
    },
  );

  it.each(["", "get_weather", "constructor", "__proto__", "toString"])("is other for %j", (name) => {
    expect(kindOf(name)).toBe("other");
  });
});

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
