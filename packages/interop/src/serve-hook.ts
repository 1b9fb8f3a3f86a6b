import { type LiveHost, readFiles, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import type { ConfiguredHook } from "./agents/agent-runner.js";
import { writeConfig } from "./configure.js";

/** Configures an agent to start a hook as an MCP server and to call that server about tool calls. */
export async function serveHook(agent: LiveHost, name: string, hook: ConfiguredHook, home: string): Promise<void> {
  const { file, arguments: args = [], edit } = hook;
  await serveMcp(agent, name, [file, ...args, "--host", `mcp/${agent.name}`], home, edit);
  await writeConfig(agent.name, { file, arguments: args, options: ["--mcp-tool"] }, home);
}

/** Configures an agent to use an MCP server, in the file that the agent's own command writes. `edit` changes the entry. */
export async function serveMcp(
  agent: LiveHost,
  name: string,
  args: readonly string[],
  home: string,
  edit: (config: string) => string = (text) => text,
): Promise<void> {
  const added = agent.mcp?.settings(name, process.execPath, args);
  if (added === undefined)
    throw new Error(`live.ts of ${agent.name}: expected \`mcp\`, its settings for an MCP server`);
  const before = await readFiles(home);
  const files = Object.entries(added).map(([path, text]) => [path, (before[path] ?? "") + edit(text)]);
  await writeFiles(home, Object.fromEntries(files));
}
