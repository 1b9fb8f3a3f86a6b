import { type SpecificDocument, specific } from "../../command-hook/specific-output.js";
import { withheld } from "./tool-results.js";
import type { ClaudeCodeEvent } from "./wire.js";

/**
 * Hides a result from the model, with a replacement in the shape of the tool's own results. Also ends the turn if that
 * shape is uncertain or unknown.
 */
export function withholding(
  { tool_name: tool, tool_response: result }: ClaudeCodeEvent,
  text: string,
): SpecificDocument {
  if (result === undefined)
    return { continue: false, stopReason: text, ...blocked(text), ...withResult(anyResult(text)) };
  const { output, sure } = withheld(String(tool), result, text);
  return { ...(sure ? {} : { continue: false, stopReason: text }), ...withResult(output) };
}

/**
 * After a tool, Claude Code treats a block as a remark. Copilot CLI, which also runs Claude Code's hooks, withholds the
 * result (observed).
 */
export function blocked(reason: string): SpecificDocument {
  return { decision: "block", reason };
}

/** Replaces the tool's result. */
export function withResult(output: unknown): SpecificDocument {
  return specific("PostToolUse", { updatedToolOutput: output });
}

/**
 * A replacement with the fields of the results of many tools: `Bash`, `Read`, `Grep`, `Glob`, `Edit`, `NotebookEdit`,
 * `TaskCreate`, tools of MCP servers (observed), `WebFetch` and `WebSearch` (from the source code). The model never
 * reads the output of these tools, not even in a later turn. An unknown tool may need another shape, so the denial also
 * ends the turn.
 */
function anyResult(text: string) {
  const file = { filePath: "", content: text, numLines: 1, startLine: 1, totalLines: 1 };
  return {
    ...{ stdout: text, stderr: "", interrupted: false, isImage: false },
    ...{ type: "text", file },
    ...{ mode: "content", content: text, filenames: [text], numFiles: 1, numLines: 1, durationMs: 0, truncated: false },
    ...{ filePath: "", structuredPatch: [], originalFile: null, userModified: false },
    ...{ oldString: "", newString: "", replaceAll: false },
    ...{ new_source: text, cell_type: "code", language: "", edit_mode: "replace" },
    ...{ notebook_path: "", original_file: "", updated_file: "" },
    ...{ task: { id: "", subject: text } },
    ...{ bytes: 0, code: 0, codeText: "", result: text, url: "" },
    ...{ query: "", results: [text], durationSeconds: 0 },
  };
}
