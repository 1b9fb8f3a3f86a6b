import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as the plugin writes it to stdin. */
const EXAMPLE = JSON.stringify({
  hook_event_name: "tool.execute.before",
  session_id: "ses_example",
  cwd: "/",
  timestamp: "1970-01-01T00:00:00.000Z",
  tool_name: "bash",
  tool_input: { command: "true" },
  tool_use_id: "call_1",
});

export const host: OneShotHost = {
  name: "opencode",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "1.18.33" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
