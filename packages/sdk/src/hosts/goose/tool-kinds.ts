import { toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * The tools of Goose's built-in extension `developer`, read in its manual. Any other tool is named `EXTENSION__TOOL`,
 * also one of an MCP server, so its kind is `other`.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["developer__shell"],
  read: ["developer__tree", "developer__read_image"],
  write: ["developer__write"],
  edit: ["developer__edit"],
});

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}
