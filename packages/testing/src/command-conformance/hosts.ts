import { bySimulatedHost } from "@agent-hook/sdk/simulations";
import type { CommandHostName } from "../command-hosts/index.js";
import { DOCKER_AGENT_VERSIONS } from "../docker-agent/versions.js";
import { commandHostNamed } from "./command-hosts/host.js";
import { dockerAgent } from "./docker-agent/host.js";
import type { CheckedHost, CommandRule } from "./lab.js";

/** A one-shot host. */
export type CheckedHostName = CommandHostName | "docker-agent";

/** The hosts that `checkCommandHook` supports, each with the versions whose rules were recorded. */
export const CHECKED_HOSTS: Readonly<Record<CheckedHostName, readonly string[]>> = {
  "docker-agent": DOCKER_AGENT_VERSIONS,
  ...bySimulatedHost(({ version }) => [version]),
};

export function checkedHost(name: CheckedHostName, version: string | undefined): CheckedHost {
  return name === "docker-agent" ? dockerAgent(version) : commandHostNamed(name, version);
}

/**
 * Returns the rules that a host relies on, sorted by id; ids are stable. `checkCommandHook` checks a hook against them.
 */
export function commandManifest(name: CheckedHostName): readonly Pick<CommandRule, "id" | "sentence" | "source">[] {
  return checkedHost(name, undefined).rules.map(({ id, sentence, source }) => ({ id, sentence, source }));
}
