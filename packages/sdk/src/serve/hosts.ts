import type { Ability, Capability, HostCapabilities } from "../hook/capabilities.js";
import { CAPABILITIES } from "../hosts/generated/capabilities.js";
import { oneShotHostOf as hostOf, oneShotHosts } from "../hosts/registry.js";
import { supports } from "../runtime/described-host.js";
import { type ConfiguredHost, configuredHost, parseHost as parse } from "./configured-host.js";

export { titleOf } from "../hosts/registry.js";
export { appliesTo } from "../runtime/described-host.js";
export { HostNameError } from "./configured-host.js";

/** The decisions that hosts support, and what they do when the hook is dead, by host. */
export const hosts: Readonly<Record<keyof typeof CAPABILITIES, HostCapabilities>> = CAPABILITIES;

/** A configured host, with its version as the host writes it. */
export interface NamedHost {
  readonly name: string;
  readonly version?: string;
  readonly variant?: string;
}

/** Parses `NAME[@VERSION][/VARIANT]`. Throws `HostNameError`, whose message starts with `source`. */
export function parseHost(source: string, text: string): NamedHost {
  return withName(parse(source, text));
}

/** Returns the host that arguments and environment configure for a hook. Throws `HostNameError`, like the hook. */
export function namedHost(args: readonly string[], env: NodeJS.ProcessEnv): NamedHost | undefined {
  const configured = configuredHost(args, env);
  return configured && withName(configured);
}

/**
 * Returns the value of `--host` for a hook at an event. If the payloads of a one-shot host do not name their event, the
 * value names the event, as a variant of the host.
 */
export function hostFlag(name: string, event: string, version?: string): string {
  const { variants = [] } = oneShotHosts.find((host) => host.name === name) ?? {};
  return `${name}${version === undefined ? "" : `@${version}`}${variants.includes(event) ? `/${event}` : ""}`;
}

function withName({ adapter, ...rest }: ConfiguredHost): NamedHost {
  return { name: adapter.name, ...rest };
}

/** Returns the name of the one-shot host that wrote a message, or `undefined`. */
export function oneShotHostOf(message: unknown): string | undefined {
  return hostOf(message)?.name;
}

/**
 * Like `host.can`, but for any host, not only for the host that calls. Returns `true` only if all versions of the host
 * support the ability.
 */
export function hostCan(host: string, ability: Ability, point?: Capability["point"]): boolean {
  const capabilities = Object.entries<HostCapabilities>(CAPABILITIES).find(([name]) => name === host)?.[1];
  return capabilities !== undefined && supports(capabilities, ability, { point });
}
