import { refusal } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

const REASON = "refused: the hook failed";
const R = "[withheld: hook failed]";

/**
 * A result that every tool takes for one of its own: `Bash`, `Read`, `Grep`, `Glob`, `Edit`, `NotebookEdit`,
 * `TaskCreate`, those of MCP servers (run), `WebFetch` and `WebSearch` (read). The model reads nothing of what a tool
 * gave, in a later turn too. It is not called again in this one: a tool that is not known may take another shape.
 */
const WITHHELD = {
  ...{ stdout: R, stderr: "", interrupted: false, isImage: false },
  ...{ type: "text", file: { filePath: "", content: R, numLines: 1, startLine: 1, totalLines: 1 } },
  ...{ mode: "content", content: R, filenames: [R], numFiles: 1, numLines: 1, durationMs: 0, truncated: false },
  ...{ filePath: "", structuredPatch: [], originalFile: null, userModified: false },
  ...{ oldString: "", newString: "", replaceAll: false },
  ...{ new_source: R, cell_type: "code", language: "", edit_mode: "replace" },
  ...{ notebook_path: "", original_file: "", updated_file: "" },
  ...{ task: { id: "", subject: R } },
  ...{ bytes: 0, code: 0, codeText: "", result: R, url: "" },
  ...{ query: "", results: [R], durationSeconds: 0 },
};

const withheldResult = {
  continue: false,
  stopReason: R,
  hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: WITHHELD },
};

const documents = (EVENT_NAMES as readonly EventName[]).map((event) => {
  return [event, event === "PostToolUse" ? withheldResult : refusal(event, REASON)] as const;
});

/** What Claude Code takes for a refusal of an event, in one line without a backslash or a single quote. */
export const denials: Readonly<Record<string, string>> = Object.fromEntries(
  documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
);

/** The other events. */
export const withoutRefusal: readonly string[] = documents.flatMap(([event, document]) =>
  document === undefined ? [event] : [],
);
