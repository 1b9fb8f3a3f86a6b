import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Kimi Code writes it to stdin. */
const EXAMPLE = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "session_example",
  cwd: "/",
  client_type: "kimi_code_cli",
  tool_name: "Bash",
  tool_input: { command: "true" },
  tool_call_id: "call_1_0",
});

export const host: OneShotHost = {
  name: "kimi",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "2.1.0" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
