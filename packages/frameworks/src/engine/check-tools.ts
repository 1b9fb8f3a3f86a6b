import {
  guardFilters,
  type HostTools,
  lettersOf,
  type PreparedHook,
  TOOL_KIND_NAMES,
  whyGuardUnmatched,
} from "@agent-hook/sdk/internal/adapter";
import { sampleArguments } from "./sample-arguments.js";
import { KINDS_BY_ARGUMENTS, possibleKinds, type ToolKinds, toolKind } from "./tool-kind.js";

/** The names of tools: of all that an agent has, of all that one run has, or of some, because others may come. */
export interface AgentTools {
  readonly names: readonly string[];
  readonly of: "agent" | "run" | "some";
  /** Returns the schema of a tool's arguments, if it is known. */
  schemaOf?(name: string): unknown;
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
  const possible = names.map((name) => [name, possibleKinds(name, toolKinds)] as const);
  const tools = new Map(possible.map(([name, [kind, ...others]]) => [name, others.length === 0 ? kind : undefined]));
  const isComplete = of !== "some";
  const kinds = isComplete ? new Set(possible.flatMap(([, some]) => some)) : KINDS;
  throwIf(whyGuardUnmatched(members, "this agent", { kinds, tools, isComplete, remedy: "`names` or `toolKinds`" }));
  const wrong = Object.keys(toolKinds).find(
    (name) => !tools.has(name) && (of === "agent" || names.some((tool) => lettersOf(tool) === lettersOf(name))),
  );
  if (wrong === undefined) return;
  throw new TypeError(`toolKinds: this agent has no tool "${wrong}": its tools are called ${names.join(", ")}`);
}

/**
 * Returns warnings of guards that may never be asked: each of the agent's tools has another kind, as far as its name and
 * its arguments show. A tool that runs commands can have any name.
 */
export function uncertainGuards(
  { members }: PreparedHook,
  { names, of, schemaOf = () => undefined }: AgentTools,
  toolKinds: ToolKinds = {},
): readonly string[] {
  // Other tools may come, or another agent has them.
  if (of === "some" || names.length === 0) return [];
  const kinds = names.map((name) => toolKind(name, sampleArguments(schemaOf(name)), toolKinds));
  return guardFilters(members)
    .filter((filter) => filter.names === undefined && !kinds.some((kind) => filter.kinds?.includes(kind)))
    .map(
      ({ hook, point, kinds: wanted = [] }) =>
        `hook "${hook}": ${point} may never be asked, because no tool seems to be of kind ${wanted.join(" or ")}: ` +
        `${names.join(", ")}. If one is, state it: { toolKinds: { NAME: "${wanted[0]}" } }`,
    );
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
