import type { HostTools } from "../../hook/unmatched-filter.js";

/** Every tool is one of an MCP server. Their names come later. */
export const HOST_TOOLS: HostTools = { kinds: new Set(["mcp"]) };
