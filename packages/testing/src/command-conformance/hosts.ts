import { bySimulatedHost, eventIn, type Payload, withFields } from "@agent-hook/sdk/internal/simulations";
import { effectIn } from "../command-hosts/effect-of-answer.js";
import { payloadText } from "../command-hosts/payload.js";
import { versionsOf } from "../command-hosts/simulated-host.js";
import { type CommandHostName, hostFlag, simulatedHost } from "../internal/command-hosts.js";
import type { CheckedHost, CommandRule, Run } from "./lab.js";
import { commandRules, effectOfRun } from "./rules.js";

/** The hosts that `checkCommandHook` supports, each with the versions whose rules were recorded. */
export const CHECKED_HOSTS: Readonly<Record<CommandHostName, readonly string[]>> = bySimulatedHost(versionsOf);

/** Returns what the suite needs to know about a host. Default version: the newest. */
export function checkedHost(name: CommandHostName, version: string | undefined): CheckedHost {
  const host = simulatedHost("checkCommandHook", version === undefined ? name : `${name}@${version}`);
  const { simulation, payloads } = host;
  const { beforeTool, fields } = simulation;
  const toolCall = { event: beforeTool, payload: payloads[beforeTool] as Payload };
  const effect = (run: Run) => effectOfRun(host, toolCall, run);
  return {
    samples: Object.entries(payloads).map(([sample, payload]) => ({
      event: eventIn(simulation, payload) ?? sample.replace(/\..*/, ""),
      payload,
    })),
    toolCall,
    nameless: withFields(toolCall.payload, { [fields.tool]: undefined }),
    readsExit: effectIn(host, beforeTool, toolCall.payload, [{ exit: 2, stderr: "no" }], {}).tool === "does not run",
    rules: commandRules(host),
    text: (payload) => payloadText(simulation, payload),
    hostFlag: (event) => hostFlag(host.text, event),
    verdict(run) {
      const { tool, arguments: args, turn } = effect(run);
      return JSON.stringify({ exit: run.exit, tool, turn, args });
    },
    denies: (run) => effect(run).tool === "does not run",
  };
}

/**
 * Returns the rules that a host relies on, sorted by id; ids are stable. `checkCommandHook` checks a hook against them.
 */
export function commandManifest(name: CommandHostName): readonly Pick<CommandRule, "id" | "sentence" | "source">[] {
  return checkedHost(name, undefined).rules.map(({ id, sentence, source }) => ({ id, sentence, source }));
}
