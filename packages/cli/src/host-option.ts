import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { oneShotHostOf, titleOf } from "@agent-hook/sdk/hosts";
import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { didYouMean, type JsonObject, parseVersion } from "@agent-hook/sdk/internal/text";
import { type CommandHostText, type SimulatedHost, simulatedHost } from "@agent-hook/testing/internal/command-hosts";
import { type CommandError, usageError } from "./command-error.js";
import { formatList } from "./format-list.js";

/** The host that keeps the hook running, and calls it over JSON-RPC. */
export const PICOCLAW = "picoclaw";
const EXAMPLE = `${PICOCLAW}@${NEWEST_VERSION}`;

/** The names of the hosts that can call a hook here. */
export const CALLABLE_HOSTS: readonly string[] = [PICOCLAW, ...SIMULATED_HOSTS];

/** A host in a version, which can call a hook here. */
export type CallableHost = SimulatedHost | Picoclaw;

export interface Picoclaw {
  readonly name: typeof PICOCLAW;
  readonly version: string;
  /** In the format of `--host`. */
  readonly text: string;
  readonly title: string;
  /** Whether the user named the host: then the hook receives it in its environment. */
  readonly isNamed: boolean;
}

/** Returns whether a host starts the hook for each call. */
export function isOneShot(host: CallableHost): host is SimulatedHost {
  return "simulation" in host;
}

/** Returns the host that `--host` names, by default in the newest version with known rules. Throws a usage error. */
export function hostNamed(text: string): CallableHost {
  const name = text.replace(/[@/].*$/, "");
  if (!(SIMULATED_HOSTS as readonly string[]).includes(name)) return picoclaw(picoclawVersion(text), true);
  try {
    return simulatedHost("--host", text as CommandHostText);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, error);
    throw error;
  }
}

/** Returns the host that wrote a message, in its newest version, or `undefined`. */
export function hostOfMessage(message: JsonObject): CallableHost | undefined {
  const name = oneShotHostOf(message);
  if (name !== undefined) return hostNamed(name);
  return typeof message.method === "string" ? picoclaw(NEWEST_VERSION, false) : undefined;
}

/** Returns the error for a command that cannot know which host to simulate. */
export function missingHost(why: string): CommandError {
  return usageError(`${why}: expected --host with ${formatList(CALLABLE_HOSTS, "or")}, such as --host claude-code`);
}

/** Returns the host and its version, for people. */
export function titleWithVersion({ title, version }: CallableHost): string {
  return `${title} ${version}`;
}

/** Returns a note on a host that nobody ran: what is shown may differ from what it does. */
export function readNotes({ title, simulation: { isRead } }: SimulatedHost): readonly string[] {
  return isRead ? [`${title} was read, not run: try the hook on the real program, too`] : [];
}

export function picoclaw(version: string, isNamed: boolean): Picoclaw {
  return {
    name: PICOCLAW,
    version,
    text: `${PICOCLAW}@${version}`,
    title: titleOf(PICOCLAW),
    isNamed,
  };
}

/** Returns the PicoClaw version that a text names, such as `v0.2.7`. Default: the newest known. Throws a usage error. */
function picoclawVersion(text: string): string {
  const [name = "", ...rest] = text.split("@");
  if (name !== PICOCLAW) {
    const guess = didYouMean(name, CALLABLE_HOSTS);
    throw usageError(
      `--host: unknown host "${name}"${guess}; expected ${CALLABLE_HOSTS.join(", ")}; with a version such as ${EXAMPLE}`,
    );
  }
  const version = rest.length === 0 ? NEWEST_VERSION : parseVersion(rest.join("@"));
  if (version !== undefined) return version;
  throw usageError(`--host: "${rest.join("@")}" is not a version of ${PICOCLAW}; expected one such as ${EXAMPLE}`);
}
