import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Gemini CLI writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/example.jsonl",
  cwd: "/",
  hook_event_name: "BeforeTool",
  timestamp: "1970-01-01T00:00:00.000Z",
  tool_name: "run_shell_command",
  tool_input: { command: "true" },
});

export const host: OneShotHost = {
  name: "gemini",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "0.61.0" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
