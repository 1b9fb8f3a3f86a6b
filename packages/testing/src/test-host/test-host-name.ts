import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import type { SimulatedTestHost } from "@agent-hook/sdk/internal/adapter";
import {
  BUILT_IN_TOOLS,
  type BuiltInTools,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type Simulation,
} from "@agent-hook/sdk/internal/simulations";
import { parseVersion } from "@agent-hook/sdk/internal/text";
import { type CommandHostText, type SimulatedHost, simulatedHost } from "../command-hosts/simulated-host.js";

type HostWithTools = keyof typeof BUILT_IN_TOOLS;

/**
 * The hosts that call a hook for their own tools. The same tests can run on each of them. Not in this list are an MCP
 * client (`mcp`), which calls a hook only for the hook's own tools, Docker's MCP gateway (`mcp-gateway`), which has no
 * tools of its own, and the hosts that were only read: `goose` and `cursor`.
 */
export const TEST_HOSTS: readonly HostWithTools[] = (Object.keys(BUILT_IN_TOOLS) as HostWithTools[]).filter(
  (host) => !isRead(host),
);

function isRead(host: string): boolean {
  const simulations: Readonly<Partial<Record<string, Simulation>>> = SIMULATIONS;
  return simulations[host]?.isRead === true;
}

export type TestHostName = HostWithTools | (typeof SIMULATED_HOSTS)[number] | "mcp";

const NAMES: readonly string[] = [...new Set<string>([...TEST_HOSTS, ...SIMULATED_HOSTS])];

/** Which host to simulate. */
export interface HostChoice {
  /** Default: `picoclaw`. */
  readonly host?: TestHostName;
  /** A version whose behavior was recorded: `v0.2.9`, `v1.58.0`... Default: the newest. */
  readonly version?: string;
  /** A mode of the host, such as docker-agent's `preempt`. */
  readonly variant?: string;
}

/** The host that options choose. */
export type ChosenHost =
  | { readonly name: "custom"; readonly simulation: SimulatedTestHost; readonly tools: undefined }
  | { readonly name: "picoclaw"; readonly version: string; readonly tools: BuiltInTools }
  | { readonly name: "mcp"; readonly tools: undefined }
  | { readonly name: "one-shot"; readonly simulated: SimulatedHost; readonly tools: Partial<BuiltInTools> };

/** Returns the host that options choose. Throws a `TypeError` whose message starts with `source`. */
export function chosenHost(
  source: string,
  {
    host = "picoclaw",
    version,
    variant,
  }: Omit<HostChoice, "host"> & { readonly host?: TestHostName | SimulatedTestHost },
): ChosenHost {
  if (typeof host === "object") {
    if (version === undefined && variant === undefined) return { name: "custom", simulation: host, tools: undefined };
    throw new TypeError(`${source}: remove version and variant: ${host.name} has none`);
  }
  if (![...NAMES, "mcp"].includes(host)) {
    throw new TypeError(`${source}: expected host to be one of ${NAMES.join(", ")} or mcp, got "${String(host)}"`);
  }
  if (host === "mcp") {
    if (version === undefined && variant === undefined) return { name: host, tools: undefined };
    throw new TypeError(`${source}: remove version and variant: MCP clients are all simulated alike`);
  }
  if (host === "picoclaw") {
    const parsed = version === undefined ? NEWEST_VERSION : parseVersion(version);
    if (parsed === undefined) throw new TypeError(`${source}: "${version}" is not a version of picoclaw`);
    if (variant !== undefined) throw new TypeError(`${source}: remove variant: picoclaw has none`);
    return { name: host, version: parsed, tools: BUILT_IN_TOOLS[host] };
  }
  const text = `${host}${version === undefined ? "" : `@${version}`}${variant === undefined ? "" : `/${variant}`}`;
  const simulated = simulatedHost(source, text as CommandHostText);
  return { name: "one-shot", simulated, tools: isWithTools(host) ? BUILT_IN_TOOLS[host] : {} };
}

function isWithTools(host: string): host is HostWithTools {
  return Object.hasOwn(BUILT_IN_TOOLS, host);
}

/** Returns the name and the version of a host. */
export function identityOf(chosen: ChosenHost): { readonly name: string; readonly version: string | undefined } {
  if (chosen.name === "one-shot") return { name: chosen.simulated.name, version: chosen.simulated.version };
  if (chosen.name === "custom") return { name: chosen.simulation.name, version: undefined };
  return { name: chosen.name, version: "version" in chosen ? chosen.version : undefined };
}
