import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, type EventName, recognise, TITLE } from "./events.js";

/** A call as Codex writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  turn_id: "example",
  transcript_path: "/rollout-example.jsonl",
  cwd: "/",
  hook_event_name: "PreToolUse",
  model: "gpt-5.1",
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command: "true" },
  tool_use_id: "call_1",
});

const CALL_FIELDS = [
  ...["session_id", "turn_id", "transcript_path", "cwd", "hook_event_name", "model", "permission_mode"],
  ...["tool_name", "tool_input", "tool_use_id"],
];

/**
 * The fields that an entry of type `mcp_tool` passes on at tool events. If an event lacks one of them, the hook fails
 * and the tool runs (observed), so fields that only a sub-agent has are left out.
 */
const MCP_TOOL_FIELDS = {
  PreToolUse: CALL_FIELDS,
  PostToolUse: [...CALL_FIELDS, "tool_response"],
} satisfies { readonly [Event in EventName]?: readonly string[] };

export const host: OneShotHost = {
  name: "codex",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "0.171.0" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
  mcpTool: { fields: MCP_TOOL_FIELDS, loadPayload: async () => (fields) => fields },
};
