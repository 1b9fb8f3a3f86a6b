import { HostConfigError } from "@agent-hook/sdk/internal/installs";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { eventLists } from "./event-lists.js";
import type { HostFormat } from "./host-format.js";
import { INSTALLED_HOSTS } from "./installs.js";
import { launchedAt } from "./launched.js";

/** Every host that can be configured. */
export const HOSTS: readonly HostFormat[] = INSTALLED_HOSTS.map((host) => {
  if (host.kind === "event-lists") return eventLists(host);
  const { name } = host;
  return {
    ...host,
    build: (hook, launch) =>
      host.build(hook, launch, (event, hostValue) => launchedAt(name, event, hook, launch, { hostValue })),
  };
});

/** A host, with its version if one was named. */
export interface NamedHost {
  readonly format: HostFormat;
  readonly version?: string;
}

/** Parses `NAME[@VERSION]`, such as `picoclaw@v0.2.9`. Throws `HostConfigError`. */
export function parseHost(text: string): NamedHost {
  const [name = "", ...rest] = text.split("@");
  const names = HOSTS.map((host) => host.name);
  const format = HOSTS.find((host) => host.name === name);
  if (format === undefined) {
    throw new HostConfigError(`unknown host "${name}"${didYouMean(name, names)}; expected ${names.join(", ")}`);
  }
  if (rest.length === 0) return { format };
  const { versions } = format;
  const version = versions?.parse(rest.join("@"));
  if (version !== undefined) return { format, version };
  const expected = versions === undefined ? `remove it: ${name}` : `expected one such as ${versions.example}`;
  throw new HostConfigError(`"${rest.join("@")}" is not a version of ${name}; ${expected}`);
}
