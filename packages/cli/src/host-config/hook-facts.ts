import type { PointName } from "@agent-hook/protocol";

/** What has to be known of a hook: what it says of itself in its manifest, or what somebody says for it. */
export interface HookFacts {
  readonly name: string;
  /** Where it must be asked. */
  readonly points: readonly (PointName | "onEvent")[];
  /** Those of them where it has to do with its own tools alone: a host that takes none need not ask. */
  readonly forTools?: readonly PointName[];
  readonly tools: readonly { readonly name: string }[];
  readonly onFailure: "continue" | "block";
  /** The hosts that can run it. Nothing: PicoClaw alone. */
  readonly hosts?: readonly string[];
  /** In milliseconds. Nothing for a hook that has no manifest: it does not know `--host` either. */
  readonly deadlines?: { readonly interceptMs: number; readonly approveMs: number; readonly oneCallMs?: number };
  /** The events of a host that it handles beside its points, by host. */
  readonly native?: Readonly<Record<string, readonly string[]>>;
}

/** Whether tools must not run without a hook's word. */
export function isGuard({ onFailure, points }: HookFacts): boolean {
  return onFailure === "block" || points.includes("approveTool");
}

/** Where a hook must be asked by a host that takes no tools from it. */
export function pointsOf({ points, forTools = [] }: HookFacts): HookFacts["points"] {
  return points.filter((point) => !(forTools as typeof points).includes(point));
}

/** Whether its tools can be reached as those of an MCP server. */
export function servesMcp({ hosts = [] }: HookFacts): boolean {
  return hosts.includes("mcp");
}

/** Of a hook that cannot. */
export const NO_MCP = "This hook's SDK does not serve MCP; build it with one that does, and have this printed again.";
