import type { OneShotHost } from "../known-host.js";
import { EVENT_NAMES, EVENTS, recognise, TITLE } from "./events.js";

/** A call as the gateway writes it to stdin. */
const EXAMPLE = JSON.stringify({ Session: {}, Params: { name: "search", arguments: {} }, Extra: null });

/** A commit, because the recorded one has no release. */
const VERSION = /^(?:v?\d+\.\d+\.\d+|[0-9a-f]{7,40})$/;

export const host: OneShotHost = {
  name: "mcp-gateway",
  title: TITLE,
  lifetime: "one-shot",
  recognise,
  versions: { parse: (text) => (VERSION.test(text) ? text : undefined), example: "2bd20fe8" },
  events: EVENTS,
  example: EXAMPLE,
  load: async () => (await import("./adapter.js")).serveCall,
  variants: EVENT_NAMES,
};
