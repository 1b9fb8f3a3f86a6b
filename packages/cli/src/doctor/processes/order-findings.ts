import { formatList } from "../../format-list.js";
import { type Finding, finding } from "../findings.js";
import type { Facts, HookProcessFacts } from "./facts.js";
import { inProcess } from "./in-config.js";
import { namedServer } from "./servers.js";

/**
 * Reports hooks that may answer a call instead of the tool: the host then calls no later hook and no approver, so this
 * guard may not be called.
 */
export function orderFindings(guard: HookProcessFacts, { host, hooks }: Facts): Finding[] {
  if (!isGuard(guard)) return [];
  const index = hooks.indexOf(guard);
  const earlier = hooks.slice(0, index).flatMap(answeringHooks);
  const later = hooks.slice(index + 1).flatMap(answeringHooks);
  const all = [...earlier, ...later];
  if (all.length > 0 && !isCalledBefore(guard)) {
    return [
      finding(
        "answered-before-guard",
        `${formatList(all.map(hookText))}: ${host.title} asks for no approval of such calls, whatever this guard's priority`,
        "provide such tools with an MCP server (tools.mcp.servers), or also deny in this guard's beforeTool, with the lowest priority",
      ),
    ];
  }
  const first = Math.min(...earlier.map(({ hook }) => hook.settings?.priority ?? 0));
  return [
    ...(earlier.length === 0
      ? []
      : [
          finding(
            "answered-before-guard",
            `called before it: ${formatList(earlier.map(hookText))}; this guard never sees calls that are answered there`,
            inProcess(guard.name, { priority: first - 10 }),
          ),
        ]),
    ...(later.length === 0
      ? []
      : [
          finding(
            "answered-without-guard",
            `called after it: ${formatList(later.map(hookText))}; when the guard is dead, these calls are still answered, without approval`,
            `provide such tools with an MCP server (tools.mcp.servers): ${host.title} asks for approval of those`,
          ),
        ]),
  ];
}

/** Returns whether a guard can deny a call before another hook answers it. */
function isCalledBefore({ manifest, config }: HookProcessFacts): boolean {
  return manifest?.points.includes("beforeTool") ?? (config.intercept ?? []).includes("before_tool");
}

function isGuard({ start, settings, manifest }: HookProcessFacts): boolean {
  if (manifest !== undefined) return manifest.points.includes("approveTool");
  return start?.hello !== undefined && settings?.modes.includes("approve") === true;
}

interface AnsweringHook {
  readonly hook: HookProcessFacts;
  readonly what: string;
}

/** Returns the hook and what it answers, or an empty list if the hook answers no calls instead of a tool. */
function answeringHooks(hook: HookProcessFacts): AnsweringHook[] {
  const { manifest, settings, start } = hook;
  if (start?.hello === undefined || settings?.modes.includes("tool") !== true) return [];
  if (manifest === undefined) return [{ hook, what: "it may answer any tool" }];
  const tools = namedServer(hook) === undefined ? manifest.tools.map(({ name }) => name) : [];
  const names = [...tools, ...(manifest.respondsTo ?? [])];
  return names.length === 0 ? [] : [{ hook, what: `it answers ${formatList(names)}` }];
}

function hookText({ hook, what }: AnsweringHook): string {
  return `${hook.name} (${what})`;
}
