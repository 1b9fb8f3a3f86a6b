import {
  type HostTools,
  lettersOf,
  type PreparedHook,
  TOOL_KIND_NAMES,
  whyGuardUnmatched,
} from "@agent-hook/sdk/internal/adapter";
import { KINDS_BY_ARGUMENTS, stableKind, type ToolKinds } from "./tool-kind.js";

/** The names of tools: of all that an agent has, of all that one run has, or of some, because others may come. */
export interface AgentTools {
  readonly names: readonly string[];
  readonly of: "agent" | "run" | "some";
}

/** An adapter marks no tool as one of an MCP server or of the hook. */
const KINDS: HostTools["kinds"] = new Set([...KINDS_BY_ARGUMENTS, "search"]);

/** Throws if the filter of a member that can block matches no tool, whatever the tools of the agent are. */
export function checkFilters({ members }: PreparedHook, host: string): void {
  throwIf(whyGuardUnmatched(members, host, { kinds: KINDS }));
}

/** Throws if the filter of a member that can block matches none of these tools, or names one in another spelling. */
export function checkTools({ members }: PreparedHook, { names, of }: AgentTools, toolKinds: ToolKinds = {}): void {
  // Without tools, there is nothing that the guard could miss.
  if (names.length === 0) return;
  const tools = new Map(names.map((name) => [name, stableKind(name, toolKinds)] as const));
  const isComplete = of !== "some";
  const kinds = isComplete ? new Set([...tools.values()].flatMap((kind) => kind ?? KINDS_BY_ARGUMENTS)) : KINDS;
  throwIf(whyGuardUnmatched(members, "this agent", { kinds, tools, isComplete }));
  const wrong = Object.keys(toolKinds).find(
    (name) => !tools.has(name) && (of === "agent" || names.some((tool) => lettersOf(tool) === lettersOf(name))),
  );
  if (wrong === undefined) return;
  throw new TypeError(`toolKinds: this agent has no tool "${wrong}": its tools are called ${names.join(", ")}`);
}

/** Throws if a kind does not exist. */
export function checkToolKinds(toolKinds: ToolKinds = {}): void {
  const wrong = Object.keys(toolKinds).find((name) => !TOOL_KIND_NAMES.includes(toolKinds[name] as never));
  if (wrong === undefined) return;
  throw new TypeError(`toolKinds: expected for "${wrong}" one of ${TOOL_KIND_NAMES.join(", ")}, got another value`);
}

function throwIf(problem: string | undefined): void {
  if (problem !== undefined) throw new TypeError(problem);
}
