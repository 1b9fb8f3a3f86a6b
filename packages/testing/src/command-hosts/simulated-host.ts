import { HostNameError, type NamedHost, parseHost, titleOf } from "@agent-hook/sdk/hosts";
import {
  type Payload,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type SimulatedHost as SimulatedHostName,
  type Simulation,
} from "@agent-hook/sdk/internal/simulations";
import { isBefore } from "@agent-hook/sdk/internal/text";

/** A host that runs a command for each call, and whose rules were recorded from the real program. */
export type CommandHostName = SimulatedHostName;

/** A host as `NAME[@VERSION][/VARIANT]`. The default version is the newest recorded one. */
export type CommandHostText = CommandHostName | `${CommandHostName}@${string}` | `${CommandHostName}/${string}`;

/** A version and variant of a host, with its recorded payloads. */
export interface SimulatedHost {
  readonly name: CommandHostName;
  readonly title: string;
  readonly simulation: Simulation;
  readonly version: string;
  readonly variant?: string;
  readonly payloads: Readonly<Record<string, Payload>>;
  /**
   * The host as `NAME[@VERSION][/VARIANT]`. It has the version if the caller named one, or if several were recorded.
   */
  readonly text: CommandHostText;
}

/** Returns the host that a text names. Throws a `TypeError` whose message starts with `source`. */
export function simulatedHost(source: string, text: CommandHostText): SimulatedHost {
  const name = text.replace(/[@/].*$/, "") as CommandHostName;
  if (!Object.hasOwn(SIMULATIONS, name)) {
    throw new TypeError(`${source}: expected one of ${SIMULATED_HOSTS.join(", ")}, got "${name}"`);
  }
  const simulation: Simulation = SIMULATIONS[name];
  const { version: named, variant } = parsed(source, text);
  const versions = versionsOf(simulation);
  const version = named === undefined ? simulation.version : versions.find((one) => withoutV(one) === withoutV(named));
  if (version === undefined) {
    throw new TypeError(`${source}: unsupported version ${named} of ${name}; expected ${versions.join(" or ")}`);
  }
  if (variant !== undefined) assertVariant(source, { name, simulation, version }, variant);
  const isVersioned = named !== undefined || versions.length > 1;
  return {
    name,
    title: titleOf(name),
    simulation,
    version,
    ...(variant === undefined ? {} : { variant }),
    payloads: simulation.older?.[version] ?? simulation.payloads,
    text: `${name}${isVersioned ? `@${version}` : ""}${variant === undefined ? "" : `/${variant}`}` as CommandHostText,
  };
}

/** Returns the versions with recorded rules, the oldest first. */
export function versionsOf({ older = {}, version }: Simulation): readonly string[] {
  return [...Object.keys(older), version];
}

/** Returns the texts that name each version of a host, and each variant that a version has. */
export function versionsAndVariants(name: CommandHostName): readonly CommandHostText[] {
  const simulation: Simulation = SIMULATIONS[name];
  return versionsOf(simulation).flatMap((version) => {
    const variants = Object.entries(simulation.variants ?? {}).filter(([, { since }]) => !isBefore(version, since));
    return [`${name}@${version}` as const, ...variants.map(([variant]) => `${name}@${version}/${variant}` as const)];
  });
}

function assertVariant(
  source: string,
  { name, simulation, version }: Pick<SimulatedHost, "name" | "simulation" | "version">,
  variant: string,
): void {
  const known = simulation.variants?.[variant];
  if (known === undefined) throw new TypeError(`${source}: remove /${variant}: the event already determines it`);
  if (!isBefore(version, known.since)) return;
  throw new TypeError(
    `${source}: ${titleOf(name)} ${version} has no ${known.setting}, and does not start with it: remove /${variant}`,
  );
}

function parsed(source: string, text: string): NamedHost {
  try {
    return parseHost(source, text);
  } catch (error) {
    if (error instanceof HostNameError) throw new TypeError(error.message, { cause: error });
    throw error;
  }
}

/** Some hosts write a `v` before their version. Both forms are accepted. */
function withoutV(version: string): string {
  return version.replace(/^v/, "");
}
