import { hostTools } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

type HostKind = Exclude<ToolKind, "mcp" | "plugin" | "other">;

/**
 * PicoClaw's tools of v0.2.6 to v0.2.9 and a snapshot of 2026-06-13. The kind of all others is `other`: tools that
 * start sub-agents or report on them (`spawn`, `spawn_status`, `subagent`, `delegate`), send something (`message`,
 * `reaction`, `send_file`, `send_tts`), install (`install_skill`) or talk to hardware (`i2c`, `spi`, `serial`).
 */
export const TOOL_KINDS: ReadonlyMap<string, HostKind> = new Map<string, HostKind>([
  ["exec", "shell"],
  // It schedules shell commands as well as reminders.
  ["cron", "shell"],
  ["read_file", "read"],
  ["list_dir", "read"],
  ["load_image", "read"],
  ["short_expand", "read"],
  ["write_file", "write"],
  ["append_file", "write"],
  ["edit_file", "edit"],
  ["short_grep", "search"],
  ["tool_search_tool_regex", "search"],
  ["tool_search_tool_bm25", "search"],
  ["web_fetch", "fetch"],
  ["web_search", "fetch"],
  // It queries the registries of skills.
  ["find_skills", "fetch"],
]);

/** PicoClaw names the tools of MCP servers `mcp_SERVER_TOOL`. */
const MCP = "mcp_";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

/** Returns the kind of a tool that is not the hook's own. Names are compared exactly, as in PicoClaw itself. */
export function kindOf(hostName: string): ToolKind {
  return TOOL_KINDS.get(hostName) ?? (hostName.startsWith(MCP) ? "mcp" : "other");
}
