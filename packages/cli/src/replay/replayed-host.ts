import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { HostNameError, parseHost, titleOf } from "@agent-hook/sdk/hosts";
import type { HostChoice, TestHostName, TranscriptEntry } from "@agent-hook/testing";
import { recordedHost } from "@agent-hook/testing/internal/replay";
import { usageError } from "../command-error.js";
import { CALLABLE_HOSTS, hostNamed, PICOCLAW, picoclaw, titleWithVersion } from "../host-option.js";

/** The host of a replay. */
export interface ReplayedHost extends HostChoice {
  readonly host: TestHostName;
  /** In the format of `--host`. */
  readonly text: string;
  /** The display name. */
  readonly title: string;
}

/** Returns the host that `--host` names. Throws a usage error. */
export function namedHost(text: string): ReplayedHost {
  const { name, version, variant } = parsed(text);
  // Throws for a version whose rules were not recorded.
  const host = CALLABLE_HOSTS.includes(name)
    ? hostNamed(version === undefined ? name : `${name}@${version}`)
    : undefined;
  if (host?.name === PICOCLAW) return persistent(host.version);
  return {
    host: name as TestHostName,
    text,
    title: titleOf(name),
    ...(version === undefined ? {} : { version }),
    ...(variant === undefined ? {} : { variant }),
  };
}

/** Returns the host that wrote a recording. */
export function hostOfRecording(entries: readonly TranscriptEntry[]): ReplayedHost {
  const host = recordedHost(entries);
  return host === PICOCLAW ? persistent(NEWEST_VERSION) : { host, text: host, title: titleOf(host) };
}

function persistent(version: string): ReplayedHost {
  const host = picoclaw(version, true);
  return { host: host.name, version, text: host.text, title: titleWithVersion(host) };
}

function parsed(text: string) {
  try {
    return parseHost("--host", text);
  } catch (error) {
    if (error instanceof HostNameError) throw usageError(error.message, error);
    throw error;
  }
}
