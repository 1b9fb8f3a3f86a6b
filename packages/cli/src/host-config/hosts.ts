import { didYouMean } from "@agent-hook/protocol";
import { COMMAND_HOOK_HOSTS } from "./command-hooks/command-hook-host.js";
import { commandHooks } from "./command-hooks/command-hooks.js";
import { dockerAgent } from "./docker-agent.js";
import { HostConfigError, type HostFormat } from "./host-format.js";
import { mcp } from "./mcp.js";
import { picoclaw } from "./picoclaw.js";

/** Every host that can be configured. */
export const HOSTS: readonly HostFormat[] = [picoclaw, dockerAgent, ...COMMAND_HOOK_HOSTS.map(commandHooks), mcp];

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
  const version = format.parseVersion?.(rest.join("@"));
  if (version !== undefined) return { format, version };
  const expected = format.parseVersion ? `expected one such as ${format.exampleVersion}` : `remove it: ${name}`;
  throw new HostConfigError(`"${rest.join("@")}" is not a version of ${name}; ${expected}`);
}
