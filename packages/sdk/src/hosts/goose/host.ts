import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Goose's source code writes it to stdin. */
const EXAMPLE = JSON.stringify({
  event: "PreToolUse",
  session_id: "example",
  matcher_context: "shell",
  tool_call_id: "call_1",
  tool_name: "shell",
  tool_input: { command: "true" },
  working_dir: "/",
});

export const host: OneShotHost = {
  name: "goose",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "1.50.0" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
