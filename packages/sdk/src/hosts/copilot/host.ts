import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENT_NAMES, EVENTS, recognise, TITLE } from "./events.js";

/** A call as Copilot CLI writes it to stdin. */
const EXAMPLE = JSON.stringify({
  sessionId: "example",
  timestamp: 0,
  cwd: "/",
  toolName: "bash",
  toolArgs: { command: "true" },
});

export const host: OneShotHost = {
  name: "copilot",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "1.0.102" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
  variants: EVENT_NAMES,
};
