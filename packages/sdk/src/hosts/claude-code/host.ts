import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, type EventName, recognise, TITLE } from "./events.js";

/** A call as Claude Code writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/example.jsonl",
  cwd: "/",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "true" },
  tool_use_id: "toolu_1",
});

const CALL_FIELDS = [
  ...["session_id", "transcript_path", "cwd", "prompt_id", "permission_mode", "agent_id", "agent_type", "effort"],
  ...["hook_event_name", "tool_name", "tool_input", "tool_use_id", "mcp_server"],
];

/** The fields that an `mcp_tool` entry passes on at tool events. A field that an event lacks arrives as `""`. */
const MCP_TOOL_FIELDS = {
  PreToolUse: CALL_FIELDS,
  PostToolUse: [...CALL_FIELDS, "tool_response", "duration_ms"],
  PostToolUseFailure: [...CALL_FIELDS, "error", "is_interrupt", "duration_ms"],
} satisfies { readonly [Event in EventName]?: readonly string[] };

export const host: OneShotHost = {
  name: "claude-code",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "2.1.332" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./serve.js")).serveCall,
  loadMod: async () => (await import("./mod/adapter.js")).serveMod,
  mcpTool: {
    fields: MCP_TOOL_FIELDS,
    loadPayload: async () => (await import("./mcp-tool-payload.js")).payloadOf,
  },
};
