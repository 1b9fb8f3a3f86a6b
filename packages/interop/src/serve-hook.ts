import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Folders, writeFiles } from "agent-hook/real-agents";
import type { Agent } from "./agents/agent.js";
import type { ConfiguredHook } from "./columns/column.js";
import { writeConfig } from "./configure.js";

/**
 * Configures an agent to call a hook's MCP server about tools. The server entry, changed by `edit`, is written where
 * the agent's own command would put it.
 */
export async function serveHook(agent: Agent, name: string, hook: ConfiguredHook, folders: Folders): Promise<void> {
  const { file, arguments: args = [], edit = (text) => text } = hook;
  const server = { command: process.execPath, args: [file, ...args, "--host", `mcp/${agent.name}`] };
  await writeFiles(folders.home, await withServer(agent, name, server, folders, edit));
  await writeConfig(agent.name, { file, arguments: args, options: ["--mcp-tool"] }, folders.home);
}

async function withServer(
  agent: Agent,
  name: string,
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  { home }: Folders,
  edit: (config: string) => string,
): Promise<Record<string, string>> {
  if (agent.name === "claude-code") {
    const servers = { mcpServers: { [name]: { type: "stdio", command, args } } };
    const allowed = { permissions: { allow: [`mcp__${name}`] } };
    return { ".claude.json": edit(JSON.stringify(servers)), ".claude/settings.json": JSON.stringify(allowed) };
  }
  const file = ".codex/config.toml";
  const table = `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
  return { [file]: `${await readFile(join(home, file), "utf8")}\n${edit(table)}` };
}
