import { exampleOf } from "../../families/opencode/example.js";
import { parseVersion } from "../../text/index.js";
import type { OneShotHost } from "../known-host.js";
import { EVENTS, PROGRAM, recognise } from "./events.js";

export const host: OneShotHost = {
  ...PROGRAM,
  lifetime: "one-shot",
  recognise,
  versions: { parse: parseVersion, example: "7.7.7" },
  events: EVENTS,
  example: exampleOf(PROGRAM),
  load: async () => (await import("./adapter.js")).serveCall,
};
