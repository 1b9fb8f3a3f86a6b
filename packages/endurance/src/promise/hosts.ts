import { bySimulatedHost, SIMULATIONS, type SimulatedHost, type Simulation } from "@agent-hook/sdk/simulations";
import { hostFlag } from "@agent-hook/testing/command-hosts";
import type { DockerAgentVersion } from "@agent-hook/testing/docker-agent";

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
export type OneShot = { readonly kind: "one-shot"; readonly told: string } & (
  | { readonly launcher: SimulatedHost }
  | { readonly launcher: "docker-agent"; readonly version: DockerAgentVersion; readonly variant: "default" | "preempt" }
);
/** A persistent host. */
export type Persistent = { readonly told: string } & (
  | { readonly kind: "picoclaw"; readonly version: string }
  | { readonly kind: "host library" | "mcp" | "civic" }
);

const dockerAgent = (version: DockerAgentVersion, variant: "default" | "preempt" = "default") => {
  const told = `docker-agent@${version}${variant === "preempt" ? "/preempt" : ""}`;
  return { kind: "one-shot", launcher: "docker-agent", told, version, variant } as const;
};
const picoclaw = (version: string) => ({ kind: "picoclaw", told: `picoclaw@${version}`, version }) as const;

export const HOSTS = {
  ...bySimulatedHost(({ beforeTool }, launcher) => {
    return { kind: "one-shot", launcher, told: hostFlag(launcher, beforeTool) } as const;
  }),
  "docker-agent v1.58.0": dockerAgent("v1.58.0"),
  "docker-agent v1.123.0": dockerAgent("v1.123.0"),
  "docker-agent v1.123.0, preempt_yolo": dockerAgent("v1.123.0", "preempt"),
  "PicoClaw v0.2.6": picoclaw("v0.2.6"),
  "PicoClaw v0.2.7": picoclaw("v0.2.7"),
  "PicoClaw v0.2.9": picoclaw("v0.2.9"),
  "@agent-hook/host": { kind: "host library", told: "picoclaw@v0.2.7" },
  MCP: { kind: "mcp", told: "mcp" },
  Civic: { kind: "civic", told: "civic" },
} as const satisfies Readonly<Record<string, OneShot | Persistent>>;

export type HostName = keyof typeof HOSTS;
export const HOST_NAMES = Object.keys(HOSTS) as readonly HostName[];

/** The event before a tool call, by its name in `config`. A native handler answers it. */
export const EVENTS: Readonly<Record<OneShot["launcher"], string>> = {
  ...bySimulatedHost(({ beforeTool }) => beforeTool),
  "docker-agent": "pre_tool_use",
};

const COMMON: readonly Form[] = ["approveTool", "beforeTool", "beforeTool, approves all"];
const COMPOSED: readonly Form[] = ["behind a neighbour", "before a neighbour"];

/** Returns the forms in which a hook can guard the tools of a host. */
export function formsOf(host: HostName): readonly Form[] {
  switch (HOSTS[host].kind) {
    case "one-shot":
      return [...COMMON, ...COMPOSED, "native", "class of Civic"];
    case "mcp":
      return ["own tool", "own tool, beforeTool"];
    default:
      return [...COMMON, ...COMPOSED, "class of Civic"];
  }
}

/** Returns an answer in the host's format, for a native handler and for a forger. */
export function documentOf(launcher: OneShot["launcher"], decision: "allow" | "deny"): object {
  const reason = `the guard: ${decision}`;
  if (launcher !== "docker-agent") return (SIMULATIONS[launcher] as Simulation).documentFor(decision, reason);
  return {
    ...(decision === "deny" ? { decision: "block" } : {}),
    hook_specific_output: {
      hook_event_name: "pre_tool_use",
      permission_decision: decision,
      permission_decision_reason: reason,
    },
  };
}
