import { denialsOf, REFUSED, WITHHELD } from "../../command-hook/denials.js";
import { blocked, denial, withResult } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

/**
 * A result that every tool takes for one of its own: `Bash`, `Read`, `Grep`, `Glob`, `Edit`, `NotebookEdit`,
 * `TaskCreate`, those of MCP servers (run), `WebFetch` and `WebSearch` (read). The model reads nothing of what a tool
 * gave, in a later turn too. It is not called again in this one: a tool that is not known may take another shape.
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
