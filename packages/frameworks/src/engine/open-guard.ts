import type { Hook, HostCapabilities } from "@agent-hook/sdk";
import { type Point, systemClock } from "@agent-hook/sdk/internal/adapter";
import { checkFilters, checkToolKinds } from "./check-tools.js";
import { Guard } from "./guard.js";
import { openOnce } from "./open-hook.js";
import type { ToolKinds } from "./tool-kind.js";

/** Opens a hook for a framework, once per process. Rejects if the hook is invalid, if a guard can match no
 * tool, if `setup` fails, or if a kind of `toolKinds` does not exist. */
export async function openGuard(hook: Hook, capabilities: HostCapabilities, toolKinds?: ToolKinds): Promise<Guard> {
  checkToolKinds(toolKinds);
  return openOnce(hook, capabilities.host, async ({ hook: prepared }) => {
    checkFilters(prepared, capabilities.host);
    const guard = new Guard(prepared, capabilities, systemClock);
    await guard.start();
    warnOfUncalled(guard);
    return { service: guard, stop: () => guard.stop() };
  });
}

const POINTS = ["onPrompt", "beforeLlm", "afterLlm", "beforeTool", "approveTool", "afterTool"] as const;

/** Warns of handlers that this framework never calls, and of tools that it is not offered. */
function warnOfUncalled({ hook, capabilities }: Guard): void {
  const { host, decisions } = capabilities;
  const isCalled = (point: Point | "onEvent") => decisions.some((row) => row.point === point && row.support !== "no");
  const uncalled = [...POINTS, "onEvent" as const].filter(
    (point) => !isCalled(point) && hook.members.some((member) => member.hook[point] !== undefined),
  );
  if (uncalled.length > 0) hook.log.warn(`${host} never calls ${uncalled.join(", ")} of this hook`);
  if (hook.tools.size > 0) hook.log.warn(`${host} is not offered the hook's own tools`);
}
