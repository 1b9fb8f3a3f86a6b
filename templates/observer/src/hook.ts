import { homedir } from "node:os";
import { join } from "node:path";
import { type Context, defineHook, type HookEvent } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";
import manifest from "../package.json" with { type: "json" };
import { append } from "./append.ts";
import { entryOf } from "./entry.ts";

const settings = z.object({
  /** The file that gets one line per event. */
  OBSERVER_FILE: z.string().default(() => join(homedir(), "agent-events.jsonl")),
});

const write = (event: HookEvent, { env, log }: Context<z.infer<typeof settings>>) =>
  append(env.OBSERVER_FILE, entryOf(event), log);

/** Logs what the agent does. It makes no decisions, and the agent continues if it fails. */
export const hook = defineHook({
  name: "observer",
  version: manifest.version,
  env: settings,
  // Most agents start a process for each event that is named here.
  onEvent: {
    "session.start": write,
    "session.end": write,
    prompt: write,
    "turn.end": write,
    "tool.start": write,
    "tool.end": write,
    "subagent.start": write,
    "subagent.end": write,
    "compact.end": write,
    error: write,
  },
});
