import { INSTALL_KINDS, MCP_TOOL_HOSTS, MOD_HOSTS } from "@agent-hook/sdk/internal/host-lists";

// The names of the hosts, for help texts. `HOSTS` has the same names, but importing it loads everything that a command
// needs to use the hosts.

const kinds = Object.entries(INSTALL_KINDS);

/** Returns the names of the hosts whose config is of one of these kinds. */
function namesOf(...selected: (typeof INSTALL_KINDS)[keyof typeof INSTALL_KINDS][]): string[] {
  return kinds.flatMap(([name, kind]) => (selected.includes(kind) ? [name] : []));
}

/** The hosts with a list of hooks for each event, in files that they find themselves. */
export const COMMAND_HOOK_NAMES: readonly string[] = namesOf("event-lists");

/** The hosts with a config that they always read. */
export const OWN_CONFIG_NAMES: readonly string[] = namesOf("processes", "event-lists");

/** The hosts that can call the hook's MCP server about tools. */
export const MCP_TOOL_NAMES: readonly string[] = MCP_TOOL_HOSTS;

/** The hosts that can run a mod. */
export const MOD_NAMES: readonly string[] = MOD_HOSTS;

/** The hosts that can be configured: those that call hooks, then those that only call tools. */
export const CONFIG_NAMES: readonly string[] = [
  ...namesOf("processes", "agents", "event-lists", "printed"),
  ...namesOf("tools"),
];
