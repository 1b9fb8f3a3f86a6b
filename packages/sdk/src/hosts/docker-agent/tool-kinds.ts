import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * docker-agent's built-in tools of v1.58.0 and v1.123.0. A tool of an MCP server or a script can have any name, so its
 * kind is `other`. So is the kind of tools that start sub-agents or keep lists.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["shell", "run_background_job", "run_tools_with_javascript"],
  read: [
    "read_file",
    "read_multiple_files",
    "list_directory",
    "directory_tree",
    "read_skill",
    "read_skill_file",
    "git_status",
    "git_log",
    "git_branches",
    "git_show",
    "git_blame",
    "update_plan_from_file",
  ],
  write: ["write_file", "create_directory", "remove_directory", "export_plan_to_file"],
  edit: ["edit_file", "lsp_rename", "lsp_format"],
  search: [
    "search_files_content",
    "lsp_workspace",
    "lsp_workspace_symbols",
    "lsp_hover",
    "lsp_definition",
    "lsp_references",
    "lsp_implementations",
    "lsp_signature_help",
    "lsp_call_hierarchy",
    "lsp_type_hierarchy",
    "lsp_document_symbols",
    "lsp_diagnostics",
    "lsp_code_actions",
    "lsp_inlay_hints",
  ],
  fetch: ["fetch", "open_url", "send_webhook"],
});

/** Only after a call, the payload tells that a tool is one of an MCP server. */
export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}

/** How docker-agent's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  events: ["pre_tool_use", "permission_request", "tool_response_transform", "post_tool_use"],
  syntax: "go",
  isWhole: true,
};
