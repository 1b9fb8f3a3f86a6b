import { type Payload, SIMULATIONS, type Simulation } from "@agent-hook/sdk/simulations";
import { type CommandHostName, hostFlag } from "../../command-hosts/index.js";
import type { CheckedHost, Run } from "../lab.js";
import { effectOfRun } from "./effect-of-run.js";
import { commandHostRules } from "./rules.js";

/** A host with a simulation. `version` is only passed to the hook. */
export function commandHostNamed(name: CommandHostName, version: string | undefined): CheckedHost {
  const { payloads, beforeTool, fields }: Simulation = SIMULATIONS[name];
  const toolCall = { event: beforeTool, payload: payloads[beforeTool] as Payload };
  const effect = (run: Run) => effectOfRun(name, beforeTool, toolCall.payload, run);
  return {
    samples: Object.entries(payloads).map(([sample, payload]) => ({ event: sample.replace(/\..*/, ""), payload })),
    toolCall,
    toolField: fields.tool,
    rules: commandHostRules(name),
    text: (payload) => JSON.stringify(payload),
    // A command that names its event has no version.
    hostFlag: (event) => hostFlag(name, event, fields.event === undefined ? undefined : version),
    verdict(run) {
      const { tool, arguments: args, turn } = effect(run);
      return JSON.stringify({ exit: run.exit, tool, turn, args });
    },
    refuses: (run) => effect(run).tool === "does not run",
  };
}
