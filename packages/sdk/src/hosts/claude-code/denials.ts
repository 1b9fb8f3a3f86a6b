import { denialsOf, REFUSED, WITHHELD } from "../../command-hook/denials.js";
import { blocked, denial, withResult } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

/**
 * A result that matches every tool's own: `Bash`, `Read`, `Grep`, `Glob`, `Edit`, `NotebookEdit`, `TaskCreate`, those
 * of MCP servers (observed), `WebFetch` and `WebSearch` (from the source code). The model never reads the tool's
 * output, not even in a later turn. The turn ends too, because an unknown tool may need another shape.
 */
const RESULT = {
  ...{ stdout: WITHHELD, stderr: "", interrupted: false, isImage: false },
  ...{ type: "text", file: { filePath: "", content: WITHHELD, numLines: 1, startLine: 1, totalLines: 1 } },
  ...{
    mode: "content",
    content: WITHHELD,
    filenames: [WITHHELD],
    numFiles: 1,
    numLines: 1,
    durationMs: 0,
    truncated: false,
  },
  ...{ filePath: "", structuredPatch: [], originalFile: null, userModified: false },
  ...{ oldString: "", newString: "", replaceAll: false },
  ...{ new_source: WITHHELD, cell_type: "code", language: "", edit_mode: "replace" },
  ...{ notebook_path: "", original_file: "", updated_file: "" },
  ...{ task: { id: "", subject: WITHHELD } },
  ...{ bytes: 0, code: 0, codeText: "", result: WITHHELD, url: "" },
  ...{ query: "", results: [WITHHELD], durationSeconds: 0 },
};

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  event === "PostToolUse"
    ? { continue: false, stopReason: WITHHELD, ...blocked(WITHHELD), ...withResult(RESULT) }
    : denial(event, REFUSED),
);
