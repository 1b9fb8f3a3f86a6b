import { homedir } from "node:os";
import { join } from "node:path";
import { defineHook } from "@agent-hook/sdk";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { append } from "./append.js";
import { entryOf } from "./entry.js";
import { toolEnd, toolStart } from "./tool-events.js";

/** Logs what the agent does. It makes no decisions, and the agent continues if it fails. */
export const hook = defineHook({
  name: "observer",
  version: manifest.version,
  env: z.object({
    /** The file that gets one line per event. */
    OBSERVER_FILE: z.string().default(() => join(homedir(), "agent-events.jsonl")),
  }),
  onEvent: (event, { env, log }) => append(env.OBSERVER_FILE, entryOf(event), log),
  // PicoClaw reports tools as events. Other hosts call the hook instead, which makes no decision.
  beforeTool: (call, { env, host, log }) => {
    if (host.name !== "picoclaw") append(env.OBSERVER_FILE, entryOf(toolStart(call)), log);
  },
  afterTool: (outcome, { env, host, log }) => {
    if (host.name !== "picoclaw") append(env.OBSERVER_FILE, entryOf(toolEnd(outcome)), log);
  },
});
