import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Droid writes it to stdin. */
const EXAMPLE = JSON.stringify({
  session_id: "example",
  transcript_path: "/sessions/example.jsonl",
  cwd: "/",
  permission_mode: "auto-high",
  hook_event_name: "PreToolUse",
  tool_name: "Execute",
  tool_input: { command: "true", summary: "Do nothing", riskLevel: "low", riskLevelReason: "changes nothing" },
});

export const host: OneShotHost = {
  name: "droid",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "0.225.2" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
