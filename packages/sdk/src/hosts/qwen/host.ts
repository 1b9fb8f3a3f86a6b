import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Qwen Code writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/chats/example.jsonl",
  cwd: "/",
  hook_event_name: "PreToolUse",
  timestamp: "1970-01-01T00:00:00.000Z",
  permission_mode: "default",
  tool_name: "run_shell_command",
  tool_input: { command: "true", is_background: false },
  tool_use_id: "toolu_1",
});

export const host: OneShotHost = {
  name: "qwen",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "0.24.4" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
