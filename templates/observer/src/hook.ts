import { homedir } from "node:os";
import { join } from "node:path";
import { defineHook } from "@agent-hook/sdk";
import { z } from "zod";
import { append } from "./append.js";
import { entryOf } from "./entry.js";

/** Writes down what the agent does. It is told, never asked, so nothing here can hold the agent up. */
export const hook = defineHook({
  name: "observer",
  env: z.object({
    /** The file that grows by a line an event. */
    OBSERVER_FILE: z.string().default(() => join(homedir(), "agent-events.jsonl")),
  }),
  onEvent: (event, { env, log }) => append(env.OBSERVER_FILE, entryOf(event), log),
});
