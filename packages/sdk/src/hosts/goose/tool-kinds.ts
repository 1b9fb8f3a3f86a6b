import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * The tools of Goose's built-in extension `developer`: without a prefix, as its source code has them, and with one, as in
 * its manual. Any other tool is named `EXTENSION__TOOL`, also one of an MCP server, so its kind is `other`.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["shell", "developer__shell"],
  read: ["tree", "read_image", "developer__tree", "developer__read_image"],
  write: ["write", "developer__write"],
  edit: ["edit", "developer__edit"],
  fetch: ["web_fetch", "developer__web_fetch"],
});

export const HOST_TOOLS = hostTools(TOOL_KINDS);

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}
