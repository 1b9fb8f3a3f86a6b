import { permissionDenied } from "../../../command-hook/specific-output.js";
import type { Calls } from "../../../hook/calls.js";
import type { adapter } from "../adapter.js";
import { SKILL_COMMAND } from "../events.js";
import { capabilitiesOfMod } from "./capabilities.js";
import { resultOf } from "./tool-answers.js";

/**
 * Set by a mod in the environment of Claude Code, and so of every hook that Claude Code starts. The value starts the reason
 * of a denial that has a result for the tool: the mod then answers the call with this result. Whoever forges it only changes
 * what the model reads instead of a tool that does not run.
 */
export const WITH_MOD = "AGENT_HOOK_WITH_MOD";

/** Returns the wire of Claude Code while a mod carries out what a command cannot: it answers instead of a tool. */
export function withAnswers(base: typeof adapter, key: string): typeof adapter {
  return {
    ...base,
    capabilities: capabilitiesOfMod(base.capabilities),
    whyUnsupported(point, call, decision) {
      // A mod does not see the shell lines of skills.
      const isCallOfModel = point === "beforeTool" && call.raw.hook_event_name !== SKILL_COMMAND;
      if (!isCallOfModel || decision?.action !== "respond") {
        return base.whyUnsupported(point, call as never, decision as never);
      }
      const { tool } = call as Calls["beforeTool"];
      return resultOf(tool, "", {}) === undefined
        ? `a mod answers for Bash, Read and tools of MCP servers, not for ${tool}: deny with the text as the reason`
        : undefined;
    },
    encode(event, decision, payload) {
      if (event !== "PreToolUse" || decision?.action !== "respond") return base.encode(event, decision, payload);
      const result = resultOf(String(payload.tool_name), decision.result.forLlm, payload.tool_input);
      return permissionDenied(event, `${key} ${JSON.stringify(result)}`);
    },
  };
}
