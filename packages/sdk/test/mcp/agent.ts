import { onTestFinished } from "vitest";
import type { Hook } from "../../src/index.js";
import { MCP_TOOL_FIELDS } from "../../src/launcher/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import type { Fields } from "../spawn-hook.js";

/** The result of a tool. */
interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
}

/** Runs a hook in this process as the MCP server of an agent. */
export async function agentOn(hook: Hook, variant: string) {
  const waiting = new Map<unknown, (answer: Fields) => void>();
  const stderr: string[] = [];
  const running = await runInProcess(hook, {
    host: `mcp/${variant}`,
    env: {},
    writeError: (text) => stderr.push(text),
    write: (text) => waiting.get(JSON.parse(text).id)?.(JSON.parse(text)),
  });
  onTestFinished(() => running.end(0));
  const askText = (method: string, params: string) =>
    new Promise<Fields>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      running.receive([`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`]);
    });
  const ask = (method: string, params: object) => askText(method, JSON.stringify(params));
  const clientInfo = { name: "test", version: "1" };
  await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  return {
    ask,
    /** Like `ask`, with params as JSON text. */
    askText,
    stderr,
    end: running.end,
    /** Calls a tool and returns its result. */
    call: async (name: string, args: Fields) =>
      (await ask("tools/call", { name, arguments: args })).result as ToolAnswer | undefined,
  };
}

/** Returns the arguments that the agent builds from an event with the `input` of our entry. */
export function inputOf(variant: string, payload: Fields): Fields {
  const names = MCP_TOOL_FIELDS[variant]?.[String(payload.hook_event_name)] ?? [];
  return Object.fromEntries(
    names.map((name) => [name, variant === "codex" ? payload[name] : inClaudeCodes(payload[name])]),
  );
}

/** Claude Code sends every value as text (observed). */
function inClaudeCodes(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
