import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, recognise, TITLE } from "./events.js";

/** A call as Cline writes it to stdin. */
const EXAMPLE = JSON.stringify({
  clineVersion: "",
  timestamp: "2026-01-31T09:30:00.000Z",
  taskId: "conv_example",
  sessionContext: { rootSessionId: "example" },
  workspaceRoots: ["/"],
  userId: "unknown",
  agent_id: "agent_example",
  parent_agent_id: null,
  hookName: "tool_call",
  iteration: 1,
  tool_call: { id: "call_1", name: "run_commands", input: { commands: ["true"] } },
});

export const host: OneShotHost = {
  name: "cline",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "3.0.65" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
};
