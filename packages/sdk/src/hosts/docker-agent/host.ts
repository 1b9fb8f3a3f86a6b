import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as docker-agent writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  cwd: "/",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "call_1",
  tool_input: { cmd: "true" },
});

export const host: OneShotHost = {
  name: "docker-agent",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "v1.123.0" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
  variants: ["preempt"],
};
