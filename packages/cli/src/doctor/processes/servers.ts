import { CommandError } from "../../command-error.js";
import { readManifest } from "../../config/read-manifest.js";
import { tracedCommand } from "../../config/traced-command.js";
import { type Finding, finding } from "../findings.js";
import { commandFacts } from "./command.js";
import type { Facts, HookProcessFacts, ServerFacts } from "./facts.js";
import type { HooksInConfig, McpServer } from "./hooks-in-config.js";
import { inConfig } from "./in-config.js";

/** Reads the manifest of every hook that the host starts as an MCP server. Other servers are not started. */
export async function serverFacts(
  { mcpServers }: Pick<HooksInConfig, "mcpServers">,
  onProgress: (what: string) => void,
): Promise<ServerFacts[]> {
  const servers: ServerFacts[] = [];
  for (const server of mcpServers.filter(isHookServer)) {
    onProgress(`reading the manifest of ${server.name}`);
    const failure = await failureOf(server);
    servers.push({ name: server.name, ...(failure === undefined ? {} : { failure }) });
  }
  return servers;
}

export function isHookServer({ command }: McpServer): boolean {
  return /(^| )--host[ =]mcp( |$)/.test(command.join(" "));
}

async function failureOf({ command: configured, env }: McpServer): Promise<string | undefined> {
  // A tracer would record the manifest.
  const command = tracedCommand(configured)?.hook ?? configured;
  const { program, fault, script } = commandFacts(command, undefined);
  if (fault !== undefined) return fault.why;
  if (script?.exists === false) return `${script.argument} does not exist`;
  try {
    await readManifest([program ?? "", ...command.slice(1)], { env: { ...process.env, ...env } });
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/**
 * Returns the MCP server that provides a hook's tools: one with the same script, or else with the same name. Of several
 * with the same script, as of two entries of one file, the one that the hook's environment names.
 */
export function serverOf(
  hook: HookProcessFacts,
  { config: { mcpServers } }: Facts,
): Facts["config"]["mcpServers"][number] | undefined {
  const { name, command } = hook;
  const paths = command.script === undefined ? [] : [command.script.argument, command.script.path];
  const same = mcpServers.filter((server) => server.command.some((word) => paths.includes(word)));
  const [only] = same;
  return (
    same.find((server) => server.name === namedServer(hook)) ??
    same.find((server) => server.name === name) ??
    only ??
    mcpServers.find((server) => server.name === name)
  );
}

/**
 * Returns the name of the MCP server that provides the hook's tools, if the environment names one. The hook's process
 * then does not offer the tools.
 */
export function namedServer({ config }: HookProcessFacts): string | undefined {
  return config.env?.AGENT_HOOK_MCP_NAME || undefined;
}

/** Reports MCP servers that do not start. */
export function serverFindings({ host, servers }: Facts): Finding[] {
  return servers.flatMap(({ name, failure }) => {
    if (failure === undefined) return [];
    const what = `the MCP server "${name}" does not start, and ${host.title} ends every turn: ${failure}`;
    return [finding("mcp-server-fails", what, `agent-hook config ${host.name} -- COMMAND prints the correct entry`)];
  });
}

/** Reports a hook if `AGENT_HOOK_MCP_NAME` does not name the MCP server that provides its tools. */
export function mcpNameFindings(hook: HookProcessFacts, facts: Facts): Finding[] {
  const serverName = namedServer(hook);
  if ((hook.manifest?.tools ?? []).length === 0) return [];
  const server = serverOf(hook, facts);
  if (server === undefined && serverName !== undefined) {
    return [
      finding(
        "own-tools-ignored",
        `AGENT_HOOK_MCP_NAME names the MCP server "${serverName}", but tools.mcp has no enabled server of that name`,
        `add the server as agent-hook config ${facts.host.name} prints it, or remove AGENT_HOOK_MCP_NAME from its env`,
      ),
    ];
  }
  if (server === undefined || server.name === serverName) return [];
  return [
    finding(
      "mcp-name-differs",
      `the MCP server "${server.name}" provides its tools, but AGENT_HOOK_MCP_NAME is ${serverName === undefined ? "not set" : `"${serverName}"`}: ` +
        "in beforeTool and approveTool, it treats them as tools of another program",
      inConfig(`hooks.processes.${hook.name}.env`, { AGENT_HOOK_MCP_NAME: server.name }),
    ),
  ];
}
