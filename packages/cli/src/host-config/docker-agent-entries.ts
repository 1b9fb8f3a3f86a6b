import type { JsonObject } from "@agent-hook/protocol";
import { launchedAt } from "./command-hooks/launched.js";
import { MATCHED, mayChangeArguments } from "./docker-agent-events.js";
import { isEnforceable } from "./docker-agent-versions.js";
import type { HookFacts } from "./hook-facts.js";
import type { Launch } from "./host-format.js";

/** Returns a hook's entries for an event of docker-agent. */
export function entriesOf(event: string, hook: HookFacts, launch: Launch, version: string): JsonObject[] {
  const usual = `docker-agent@${version}`;
  const entry = (told: string) => entryOf(event, hook, launch, told);
  if (!MATCHED.includes(event)) return [entry(usual)];
  const matched = (told: string, more: JsonObject = {}) => ({ matcher: "*", ...more, hooks: [entry(told)] });
  if (event !== "pre_tool_use" || !isEnforceable(version)) return [matched(usual)];
  return [
    matched(`${usual}/preempt`, { preempt_yolo: true }),
    // Only the changes from this entry take effect.
    ...(mayChangeArguments(hook) ? [matched(usual)] : []),
  ];
}

/** Returns an entry that uses the launcher. `told`: the value of the hook's `--host`. Throws `HostConfigError`. */
function entryOf(event: string, hook: HookFacts, launch: Launch, told: string): JsonObject {
  const { command, timeout } = launchedAt("docker-agent", event, hook, launch, { told });
  return { name: launch.name, type: "command", command, timeout };
}
