import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call, from public reports; not run. */
const EXAMPLE = JSON.stringify({
  conversation_id: "example",
  generation_id: "example",
  tool_name: "Shell",
  tool_input: { command: "true", cwd: "" },
  tool_use_id: "call_1",
  hook_event_name: "preToolUse",
  cursor_version: "3.1.15",
  workspace_roots: ["/"],
});

export const host: OneShotHost = {
  name: "cursor",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "3.1.15" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
