import { HOST_EVENTS, MCP_TOOL_FIELDS } from "@agent-hook/sdk/launcher";

// For help texts. `HOSTS` has the same names, but loads what a command needs to use the hosts.

/** The hosts with a list of hooks for each event. */
export const COMMAND_HOOK_NAMES: readonly string[] = Object.keys(HOST_EVENTS).filter((name) => name !== "docker-agent");

/** The hosts that can call the hook's MCP server about tools. */
export const MCP_TOOL_NAMES: readonly string[] = Object.keys(MCP_TOOL_FIELDS);

/** The hosts that can be configured. */
export const CONFIG_NAMES: readonly string[] = ["picoclaw", "docker-agent", ...COMMAND_HOOK_NAMES, "mcp"];
