import { SIMULATED_HOSTS } from "@agent-hook/sdk/simulated-hosts";
import { type CommandHostText, type SimulatedHost, simulatedHost } from "@agent-hook/testing/command-hosts";
import { usageError } from "./command-error.js";

/** The one-shot hosts that `--host` accepts. */
export const COMMAND_HOSTS: readonly string[] = SIMULATED_HOSTS;

/** Returns whether a `--host` value names a one-shot host. */
export function isCommandHost(host: string | undefined): host is CommandHostText {
  return host !== undefined && COMMAND_HOSTS.includes(host.replace(/[@/].*$/, ""));
}

/** Returns the host that `--host` names, by default in the newest version with known rules. Throws a usage error. */
export function commandHostNamed(host: CommandHostText): SimulatedHost {
  try {
    return simulatedHost("--host", host);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, error);
    throw error;
  }
}
