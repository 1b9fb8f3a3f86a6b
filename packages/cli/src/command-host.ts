import { didYouMean } from "@agent-hook/protocol";
import { HostNameError, hostFlag, type NamedHost, parseHost } from "@agent-hook/sdk/hosts";
import { CHECKED_HOSTS, type CheckedHostName } from "@agent-hook/testing";
import { usageError } from "./command-error.js";

/** A one-shot host, as `--host` names it. */
export interface CommandHostName {
  readonly name: CheckedHostName;
  /** As `--host` accepts it. */
  readonly text: string;
  /** The version whose rules apply. */
  readonly version: string;
  /** Returns the host name that a hook receives with `--host` for an event. */
  told(event: string): string;
  readonly variant?: string;
}

/** The one-shot hosts that `--host` accepts. */
export const COMMAND_HOSTS: readonly string[] = Object.keys(CHECKED_HOSTS);

/** Returns whether a `--host` value names a one-shot host. */
export function isCommandHost(host: string | undefined): host is string {
  return host !== undefined && Object.hasOwn(CHECKED_HOSTS, nameIn(host));
}

/** Returns the host that `--host` names, by default in the newest version with known rules. Throws a usage error. */
export function commandHostNamed(host: string): CommandHostName {
  const name = nameIn(host) as CheckedHostName;
  const { version: named, variant } = parsed(host);
  const versions = CHECKED_HOSTS[name];
  const version = named === undefined ? versions.at(-1) : versions.find((one) => withoutV(one) === withoutV(named));
  if (version === undefined) {
    const guess = didYouMean(named ?? "", versions);
    throw usageError(`--host: unsupported version ${named} of ${name}${guess}; expected ${versions.join(" or ")}`);
  }
  if (name === "docker-agent") return dockerAgent(version, variant);
  if (variant !== undefined) throw usageError(`--host: remove /${variant}: the event already determines it`);
  const whole = named === undefined ? name : `${name}@${version}`;
  return { name, text: whole, version, told: (event) => hostFlag(name, event, named && version) };
}

function dockerAgent(version: string, variant: string | undefined): CommandHostName {
  const name = "docker-agent";
  const usual = `${name}@${version}`;
  if (variant === undefined) return { name, text: usual, version, told: () => usual };
  if (version === "v1.58.0") {
    throw usageError(`--host: docker-agent ${version} has no preempt_yolo: remove /${variant}`);
  }
  const text = `${usual}/${variant}`;
  return { name, text, version, variant, told: () => text };
}

/** Some hosts write a `v` before their version. `--host` accepts both forms. */
function withoutV(version: string): string {
  return version.replace(/^v/, "");
}

function nameIn(host: string): string {
  return host.replace(/[@/].*$/, "");
}

function parsed(host: string): NamedHost {
  try {
    return parseHost("--host", host);
  } catch (error) {
    if (error instanceof HostNameError) throw usageError(error.message, error);
    throw error;
  }
}
