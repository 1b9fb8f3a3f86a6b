import { type CommandHostName, HOST_FACTS, type Payload } from "../../command-hosts/index.js";
import type { CheckedHost, Run } from "../lab.js";
import { effectOfRun } from "./effect-of-run.js";
import { commandHostRules } from "./rules.js";

/** Claude Code, Codex, Gemini CLI or Copilot CLI. `version` is only passed to the hook. */
export function commandHostNamed(name: CommandHostName, version: string | undefined): CheckedHost {
  const { payloads, beforeTool, fields } = HOST_FACTS[name];
  const toolCall = { event: beforeTool, payload: payloads[beforeTool] as Payload };
  const effect = (run: Run) => effectOfRun(name, beforeTool, toolCall.payload, run);
  return {
    samples: Object.entries(payloads).map(([sample, payload]) => ({ event: sample.replace(/\..*/, ""), payload })),
    toolCall,
    toolField: fields.tool,
    rules: commandHostRules(name),
    text: (payload) => JSON.stringify(payload),
    // If payloads do not name their event, the hook's command has to, and then it has no version.
    hostFlag: (event) =>
      fields.event === undefined ? `${name}/${event}` : version === undefined ? name : `${name}@${version}`,
    verdict(run) {
      const { tool, arguments: args, turn } = effect(run);
      return JSON.stringify({ exit: run.exit, tool, turn, args });
    },
    refuses: (run) => effect(run).tool === "does not run",
  };
}
