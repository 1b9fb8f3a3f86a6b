import { HookError, HookManager, type Report } from "@agent-hook/picoclaw";
import type { Settings } from "./command-line.js";
import type { McpServer } from "./mcp-tools.js";
import type { Terminal } from "./terminal.js";

/** The last version that gives the model the tools of hooks. */
const TAKES_TOOLS = "v0.2.7";

/** Starts the hook as PicoClaw would, and prints problems when they happen. */
export async function startHook(
  { hook: { name, command }, host, wire }: Settings,
  terminal: Terminal,
): Promise<HookManager> {
  const start = performance.now();
  const intercept = ["before_llm", "before_tool", "approve_tool"] as const;
  // The environment that `agent-hook config` prints for this version.
  const env = {
    ...(host === undefined ? {} : { AGENT_HOOK_HOST: `picoclaw@${host.version}` }),
    ...(host?.toolsFromMcp ? { AGENT_HOOK_MCP_NAME: name } : {}),
  };
  const hooks = await HookManager.start(
    { processes: { [name]: { enabled: true, command, env, intercept, observe: ["*"] } } },
    {
      version: host?.version ?? TAKES_TOOLS,
      onReport: (report) => terminal.warn(...troubleOf(report, () => hooks.status()[0]?.onFailure === "block")),
      ...(wire ? { onTrace: ({ from, line }) => terminal.wire(from, line) } : {}),
      onStderr: (line) => terminal.warn("hook's stderr", line),
    },
  );
  const own = hooks.status()[0]?.hello.name ?? "a hook without a name";
  terminal.tell("hello from", `${own}, after ${Math.round(performance.now() - start)} ms`);
  return hooks;
}

/** Starts the hook a second time, as an MCP server, if the host gets tools only from MCP servers. */
export async function startServer(
  { hook: { name, command }, host }: Settings,
  terminal: Terminal,
): Promise<McpServer | undefined> {
  if (!host?.toolsFromMcp) return undefined;
  terminal.begin(`PicoClaw ${host.version} takes tools from MCP servers: the hook starts once more, as one`);
  const start = performance.now();
  const { startMcpServer } = await import("./mcp-tools.js");
  const server = await startMcpServer(name, command);
  terminal.tell("speaks", `MCP ${server.version}, after ${Math.round(performance.now() - start)} ms`);
  terminal.tell("tools", server.tools.map((tool) => tool.definition.function.name).join(", ") || "none");
  return server;
}

/** Returns the label and text for a report. */
function troubleOf({ kind, method, message, cause }: Report, blocks: () => boolean): [string, string] {
  if (kind !== "call-failed" || method === undefined) return [kind, headlineOf(message)];
  const point = method.replace("hook.", "");
  const why = headlineOf(cause instanceof HookError ? cause.what : message);
  if (point === "approve_tool") return [point, `no answer denies the call: ${why}`];
  return [point, blocks() ? `no answer ends it: ${why}` : `continues without the hook: ${why}`];
}

/** Returns a message without the hook's last lines on stderr, which were already printed. */
export function headlineOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
