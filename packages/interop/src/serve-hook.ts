import { type LiveHost, readFiles, writeFiles } from "@agent-hook/sdk/internal/live-agents";
import type { ConfiguredHook } from "./columns/column.js";
import { writeConfig } from "./configure.js";

/** Configures an agent to call a hook's MCP server about tools. */
export async function serveHook(agent: LiveHost, name: string, hook: ConfiguredHook, home: string): Promise<void> {
  const { file, arguments: args = [], edit } = hook;
  await serveMcp(agent, name, [file, ...args, "--host", `mcp/${agent.name}`], home, edit);
  await writeConfig(agent.name, { file, arguments: args, options: ["--mcp-tool"] }, home);
}

/** Configures an agent to use an MCP server, where the agent's own command would put it. `edit` changes the entry. */
export async function serveMcp(
  agent: LiveHost,
  name: string,
  args: readonly string[],
  home: string,
  edit: (config: string) => string = (text) => text,
): Promise<void> {
  const added = agent.mcp?.settings(name, process.execPath, args);
  if (added === undefined) throw new Error(`live.ts of ${agent.name} does not say how it uses an MCP server`);
  const before = await readFiles(home);
  const files = Object.entries(added).map(([path, text]) => [path, (before[path] ?? "") + edit(text)]);
  await writeFiles(home, Object.fromEntries(files));
}
