import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { titleOf } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { didYouMean, parseVersion } from "@agent-hook/sdk/internal/text";
import { type CommandHostText, type SimulatedHost, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { usageError } from "./command-error.js";

/** The host that `call`, `check` and `replay` simulate by default: the one whose wire is JSON-RPC. */
export const PICOCLAW = "picoclaw";
const EXAMPLE = hostName(NEWEST_VERSION);

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

/** Returns a note on a host that nobody ran: what is shown may differ from what it does. */
export function readNotes({ title, simulation: { isRead } }: SimulatedHost): readonly string[] {
  return isRead ? [`${title} was read, not run: try the hook on the real program, too`] : [];
}

/**
 * Returns the PicoClaw version that `--host` names, such as `v0.2.7`, or the newest known by default. Throws a usage
 * error that also lists `others`, the other hosts that the command accepts.
 */
export function picoclawVersion(host: string | undefined, others: readonly string[] = []): string {
  if (host === undefined) return NEWEST_VERSION;
  const [name = "", ...rest] = host.split("@");
  if (name !== PICOCLAW) {
    const names = [PICOCLAW, ...others];
    const expected = `${names.join(", ")}; with a version such as ${EXAMPLE}`;
    throw usageError(`--host: unknown host "${name}"${didYouMean(name, names)}; expected ${expected}`);
  }
  const version = rest.length === 0 ? NEWEST_VERSION : parseVersion(rest.join("@"));
  if (version !== undefined) return version;
  throw usageError(`--host: "${rest.join("@")}" is not a version of ${PICOCLAW}; expected one such as ${EXAMPLE}`);
}

/** Returns the host name for a hook's `--host` and for results. */
export function hostName(version: string): string {
  return `${PICOCLAW}@${version}`;
}

/** Returns the host and its version for people. */
export function hostTitle(version: string): string {
  return `${titleOf(PICOCLAW)} ${version}`;
}
