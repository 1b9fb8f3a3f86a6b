import type { JsonObject } from "@agent-hook/protocol";
import { type LauncherCommand, LauncherCommandError, launcherCommand } from "@agent-hook/sdk/launcher";
import { MATCHED, mayChangeArguments, rules } from "./docker-agent-events.js";
import { isEnforceable } from "./docker-agent-versions.js";
import type { HookFacts } from "./hook-facts.js";
import { HostConfigError, type Launch } from "./host-format.js";

/** What an event of docker-agent holds for a hook. */
export function entriesOf(event: string, hook: HookFacts, launch: Launch, version: string): JsonObject[] {
  const usual = `docker-agent@${version}`;
  const entry = (host: string) => entryOf(event, hook, launch, host);
  if (!MATCHED.includes(event)) return [entry(usual)];
  const matched = (host: string, more: JsonObject = {}) => ({ matcher: "*", ...more, hooks: [entry(host)] });
  if (event !== "pre_tool_use" || !isEnforceable(version)) return [matched(usual)];
  return [
    matched(`${usual}/preempt`, { preempt_yolo: true }),
    // What it changes counts here alone.
    ...(mayChangeArguments(hook) ? [matched(usual)] : []),
  ];
}

/** A hook of docker-agent. */
export interface CommandHook extends JsonObject {
  readonly name: string;
  readonly type: "command";
  readonly command: string;
  /** Seconds. */
  readonly timeout: number;
}

/** A hook at one event, started by the launcher; `host` is what it is told. Throws `HostConfigError`. */
export function entryOf(
  event: string,
  hook: Pick<HookFacts, "deadlines" | "native" | "onFailure" | "points">,
  { name, command, launcher = "" }: Launch,
  host: string,
): CommandHook {
  const seconds = Math.ceil(deadlineMs(event, hook) / 1000 + START_UP_SECONDS);
  const mode = modeOf(event, hook);
  return {
    name,
    type: "command",
    command: launched({ launcher, mode, event, seconds, command: [...command, "--host", host] }),
    timeout: seconds + MARGIN_SECONDS,
  };
}

/** Throws `HostConfigError` for words that no shell carries safely, and for relative paths. */
export function demandCommand({ command, launcher = "" }: Pick<Launch, "command" | "launcher">): void {
  launched({ launcher, mode: "block", event: "pre_tool_use", seconds: 1, command });
}

function launched(parts: Omit<LauncherCommand, "host">): string {
  try {
    return launcherCommand({ ...parts, host: "docker-agent" });
  } catch (error) {
    if (error instanceof LauncherCommandError) throw new HostConfigError(error.message, { cause: error });
    throw error;
  }
}

/** Hook's deadline < launcher < host: each with time to start and to end. */
const START_UP_SECONDS = 1.5;
const MARGIN_SECONDS = 4;

/** How long a hook may take at an event. */
export function deadlineMs(event: string, { deadlines }: Pick<HookFacts, "deadlines">): number {
  const { interceptMs = 0, oneCallMs = interceptMs } = deadlines ?? {};
  return event === "pre_tool_use" ? oneCallMs : interceptMs;
}

/**
 * A hook that approves tool calls refuses them when it is dead, whatever its policy is otherwise; one that is only told
 * of an event stops nothing there.
 */
export function modeOf(
  event: string,
  { onFailure, points, native }: Pick<HookFacts, "onFailure" | "points" | "native">,
): "block" | "continue" {
  if (event === "pre_tool_use" && points.includes("approveTool")) return "block";
  return onFailure === "block" && rules(event, native) ? "block" : "continue";
}
