import { homedir } from "node:os";
import { join } from "node:path";
import { defineHook } from "@agent-hook/sdk";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { append } from "./append.js";
import { entryOf } from "./entry.js";
import { toolEnd, toolStart } from "./tool-events.js";

/** Writes down what the agent does. It decides nothing, and an agent goes on when it fails. */
export const hook = defineHook({
  name: "observer",
  version: manifest.version,
  env: z.object({
    /** The file that grows by a line an event. */
    OBSERVER_FILE: z.string().default(() => join(homedir(), "agent-events.jsonl")),
  }),
  onEvent: (event, { env, log }) => append(env.OBSERVER_FILE, entryOf(event), log),
  // PicoClaw tells of tools as events; the others ask, and are given no opinion.
  beforeTool: (call, { env, host, log }) => {
    if (host.name !== "picoclaw") append(env.OBSERVER_FILE, entryOf(toolStart(call)), log);
  },
  afterTool: (outcome, { env, host, log }) => {
    if (host.name !== "picoclaw") append(env.OBSERVER_FILE, entryOf(toolEnd(outcome)), log);
  },
});
