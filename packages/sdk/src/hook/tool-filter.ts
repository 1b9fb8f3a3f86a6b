import type { ToolCall, ToolKind } from "./calls.js";
import type { Context } from "./context.js";

/**
 * Selects tool calls: those of a kind in `kinds`, and those of a tool in `names`. Without one of the two, only the
 * other counts. An empty filter or list is a mistake: the hook does not start. So are, in a guard, only kinds that no tool of
 * the host has, such as `fetch` under Codex, which calls no hook about its web search.
 */
export interface ToolFilter {
  /**
   * Kinds, independent of the host. A tool that the SDK does not know is `other`. Copilot CLI and docker-agent do not
   * mark the tools of MCP servers before a call, so for these two hosts, such tools are `other` too.
   */
  readonly kinds?: readonly ToolKind[];
  /** The hosts' own names, exact and case-sensitive: `Bash` for Claude Code, `bash` for Copilot CLI. */
  readonly names?: readonly string[];
}

/** The points about tool calls. A filter applies only to these points. */
export const TOOL_POINTS = ["beforeTool", "approveTool", "afterTool"] as const;

export type ToolPoint = (typeof TOOL_POINTS)[number];

/** The calls that handlers receive, by point. The handler of a point without a filter receives all calls. */
export type ToolFilters = { readonly [P in ToolPoint]?: ToolFilter };

/** All kinds, for checks. */
export const TOOL_KIND_NAMES = [
  "shell",
  "read",
  "write",
  "edit",
  "search",
  "fetch",
  "mcp",
  "plugin",
  "other",
] as const satisfies readonly ToolKind[];

/** `Symbol.for`, so that two copies of the SDK in one process understand each other's handlers. */
const FILTER = Symbol.for("agent-hook.tool-filter");

/**
 * Returns a handler of `beforeTool`, `approveTool` or `afterTool` that is called only for some tools. For other calls,
 * the hook behaves as if it did not have the handler: `approveTool` does not deny them. For this handler, the filter
 * replaces the hook's `toolFilter`.
 *
 * `agent-hook config` writes the filter as the host's matcher, so that other calls start no process.
 *
 * Throws `TypeError` if the handler is not a function or already has a filter.
 *
 * @example
 * export const hook = defineHook({
 *   name: "no-force-push",
 *   onFailure: "block",
 *   beforeTool: forTools({ kinds: ["shell"] }, (call) =>
 *     commandOf(call).includes("push --force") ? deny("no force push") : undefined,
 *   ),
 * });
 */
export function forTools<Call extends ToolCall, Env, Decision>(
  filter: ToolFilter,
  handler: (call: Call, context: Context<Env>) => Decision,
): (call: Call, context: Context<Env>) => Decision {
  if (typeof handler !== "function") throw new TypeError(`forTools: expected a handler, got ${typeof handler}`);
  if (handlerFilter(handler) !== undefined) throw new TypeError("forTools: this handler already has a filter");
  const filtered = (call: Call, context: Context<Env>) => handler(call, context);
  return Object.defineProperty(filtered, FILTER, { value: filter ?? {} });
}

/** Returns the filter that `forTools` gave a handler, or `undefined`. */
export function handlerFilter(handler: unknown): ToolFilter | undefined {
  return typeof handler === "function" ? (handler as { [FILTER]?: ToolFilter })[FILTER] : undefined;
}

/**
 * Uses plain loops: a dependency of the hook can replace `includes`, and a call that must be denied would then pass.
 */
export function matchesFilter(
  { kinds = [], names = [] }: ToolFilter,
  { kind, tool }: Pick<ToolCall, "kind" | "tool">,
): boolean {
  for (let index = 0; index < kinds.length; index++) if (kinds[index] === kind) return true;
  for (let index = 0; index < names.length; index++) if (names[index] === tool) return true;
  return false;
}

/** Returns the filter that matches what any of several filters matches. */
export function unionOf(filters: readonly ToolFilter[]): ToolFilter {
  const kinds = [...new Set(filters.flatMap((filter) => filter.kinds ?? []))];
  const names = [...new Set(filters.flatMap((filter) => filter.names ?? []))];
  return { ...(kinds.length === 0 ? {} : { kinds }), ...(names.length === 0 ? {} : { names }) };
}
