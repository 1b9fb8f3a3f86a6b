// Names of hosts, for code that must start fast: nothing else is loaded.
export { INSTALL_KINDS } from "./generated/install-kinds.js";
export { MCP_TOOL_HOSTS } from "./generated/mcp-tool-hosts.js";
export { MOD_HOSTS } from "./generated/mod-hosts.js";
export { SIMULATED_HOSTS } from "./generated/simulated-hosts.js";
