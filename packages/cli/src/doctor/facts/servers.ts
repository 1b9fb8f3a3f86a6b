import { CommandError } from "../../command-error.js";
import { readManifest } from "../../config/read-manifest.js";
import { commandFacts } from "./command.js";
import type { Configured, McpServer } from "./configured.js";
import type { ServerFacts } from "./facts.js";

const LIMIT_MS = 10_000;

/** Reads the manifest of every MCP server that is an SDK hook. Other servers are not started. */
export async function serverFacts(
  { mcpServers }: Pick<Configured, "mcpServers">,
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

async function failureOf({ command, env }: McpServer): Promise<string | undefined> {
  const { program, fault, script } = commandFacts(command, undefined);
  if (fault !== undefined) return fault.why;
  if (script?.exists === false) return `${script.given} does not exist`;
  try {
    await readManifest([program ?? "", ...command.slice(1)], LIMIT_MS, { env: { ...process.env, ...env } });
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
