import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import {
  bySimulatedHost,
  SIMULATED_HOSTS,
  SIMULATIONS,
  type SimulatedHost,
} from "@agent-hook/sdk/internal/simulations";
import { type CommandHostText, hostFlag, versionsAndVariants } from "@agent-hook/testing/internal/command-hosts";

/** How the guard is written. */
export type Form =
  | "approveTool"
  | "beforeTool"
  | "beforeTool, approves all"
  | "native"
  | "behind a neighbour"
  | "before a neighbour"
  | "class of Civic"
  | "own tool"
  | "own tool, beforeTool";

/** A one-shot host. */
export interface OneShot {
  readonly kind: "one-shot";
  readonly hostValue: string;
  readonly launcher: SimulatedHost;
  /** The version and variant to simulate. */
  readonly host: CommandHostText;
}
/** A persistent host. */
export type Persistent = { readonly hostValue: string } & (
  | { readonly kind: "picoclaw"; readonly version: string }
  | { readonly kind: "host library" | "mcp" | "civic" }
);
export type Kind = (OneShot | Persistent)["kind"];

const oneShot = (launcher: SimulatedHost): readonly (readonly [CommandHostText, OneShot])[] => {
  const texts = versionsAndVariants(launcher);
  return (texts.length === 1 ? [launcher] : texts).map((host) => {
    return [host, { kind: "one-shot", hostValue: hostFlag(host, SIMULATIONS[launcher].beforeTool), launcher, host }];
  });
};
const picoclaw = (version: string) => ({ kind: "picoclaw", hostValue: `picoclaw@${version}`, version }) as const;

const HOSTS: Readonly<Record<string, OneShot | Persistent>> = {
  ...Object.fromEntries(SIMULATED_HOSTS.flatMap(oneShot)),
  "PicoClaw v0.2.6": picoclaw("v0.2.6"),
  "PicoClaw v0.2.7": picoclaw("v0.2.7"),
  "PicoClaw v0.2.9": picoclaw("v0.2.9"),
  "@agent-hook/picoclaw": { kind: "host library", hostValue: `picoclaw@${NEWEST_VERSION}` },
  MCP: { kind: "mcp", hostValue: "mcp" },
  Civic: { kind: "civic", hostValue: "civic" },
};

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS);

export function hostNamed(name: string): OneShot | Persistent {
  const host = HOSTS[name];
  if (host === undefined) throw new TypeError(`expected one of ${HOST_NAMES.join(", ")}, got "${name}"`);
  return host;
}

/** The event before a tool call, by host. A native handler answers it. */
export const EVENTS = bySimulatedHost(({ beforeTool }) => beforeTool);

const COMMON: readonly Form[] = ["approveTool", "beforeTool", "beforeTool, approves all"];
const COMPOSED: readonly Form[] = ["behind a neighbour", "before a neighbour"];

/** Returns the forms in which a hook can guard the tools of a host. */
export function formsOf(host: string): readonly Form[] {
  switch (hostNamed(host).kind) {
    case "one-shot":
      return [...COMMON, ...COMPOSED, "native", "class of Civic"];
    case "mcp":
      return ["own tool", "own tool, beforeTool"];
    default:
      return [...COMMON, ...COMPOSED, "class of Civic"];
  }
}

/** Returns an answer in the host's format, for a native handler and for a fault that forges answers. */
export function documentOf(launcher: SimulatedHost, decision: "allow" | "deny"): object {
  return SIMULATIONS[launcher].documentFor(decision, `the guard: ${decision}`);
}
