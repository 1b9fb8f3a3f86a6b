import type { JsonObject } from "@agent-hook/protocol";
import { launchedAt } from "./command-hooks/launched.js";
import { MATCHED, mayChangeArguments } from "./docker-agent-events.js";
import { isEnforceable } from "./docker-agent-versions.js";
import type { HookFacts } from "./hook-facts.js";
import type { Launch } from "./host-format.js";

/** What an event of docker-agent holds for a hook. */
export function entriesOf(event: string, hook: HookFacts, launch: Launch, version: string): JsonObject[] {
  const usual = `docker-agent@${version}`;
  const entry = (told: string) => entryOf(event, hook, launch, told);
  if (!MATCHED.includes(event)) return [entry(usual)];
  const matched = (told: string, more: JsonObject = {}) => ({ matcher: "*", ...more, hooks: [entry(told)] });
  if (event !== "pre_tool_use" || !isEnforceable(version)) return [matched(usual)];
  return [
    matched(`${usual}/preempt`, { preempt_yolo: true }),
    // What it changes counts here alone.
    ...(mayChangeArguments(hook) ? [matched(usual)] : []),
  ];
}

/** A hook at one event, started by the launcher; `told` is what it is told of the host. Throws `HostConfigError`. */
function entryOf(event: string, hook: HookFacts, launch: Launch, told: string): JsonObject {
  const { command, timeout } = launchedAt("docker-agent", event, hook, launch, { told });
  return { name: launch.name, type: "command", command, timeout };
}
