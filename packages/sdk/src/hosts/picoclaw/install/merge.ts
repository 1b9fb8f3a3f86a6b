import { HostConfigError } from "../../../host-tools/config-rules.js";
import type { JsonObject } from "../../../host-tools/config-schema.js";
import type { HookSummary } from "../../../host-tools/hook-summary.js";
import { mergedObjects, objectAt, withValueAt } from "../../../host-tools/json-objects.js";
import { HOST_TIMEOUTS_MS } from "../../../protocol/index.js";

/** The keys of `hooks.defaults` that we set, with PicoClaw's defaults. */
export const DEFAULT_LIMITS: Readonly<Record<string, number>> = {
  interceptor_timeout_ms: HOST_TIMEOUTS_MS.intercept,
  approval_timeout_ms: HOST_TIMEOUTS_MS.approve,
};

/** Hooks with lower priorities are called first. PicoClaw's default is 0. */
export const PRIORITIES = { guard: -10, other: 10 } as const;
const STEP = 10;

/** Puts a hook's entries into a config. An existing entry keeps fields that we do not set. */
export function mergeIntoPicoclaw(file: JsonObject, built: JsonObject, name: string): JsonObject {
  const entry = ["hooks", "processes", name];
  const hooks = objectAt(file, ["hooks"]);
  // Turning it on would start the user's own processes, too.
  if (hooks?.enabled === false) {
    throw new HostConfigError("hooks.enabled is false, so PicoClaw starts no hooks: remove it first");
  }
  const placed = withValueAt(built, [...entry, "priority"], priorityOf(file, objectAt(built, entry) ?? {}, name));
  return mergedObjects(file, fitted(hooks, placed));
}

/** If there are already hooks, raises limits for this hook but never lowers them: other hooks may need them. */
function fitted(hooks: JsonObject | undefined, built: JsonObject): JsonObject {
  if (hooks === undefined) return built;
  const there = objectAt({ hooks }, ["hooks", "defaults"]) ?? {};
  const wanted = Object.entries(objectAt(built, ["hooks", "defaults"]) ?? {});
  const raised = wanted.filter(([key, ms]) => (ms as number) > limit(there[key], key));
  const some = raised.length > 0 ? Object.fromEntries(raised) : undefined;
  const withLimits = withValueAt(built, ["hooks", "defaults"], some);
  // If `enabled` is absent, PicoClaw uses true (from the source code, v0.2.6 and later).
  return hooks.enabled === undefined ? withValueAt(withLimits, ["hooks", "enabled"], undefined) : withLimits;
}

function limit(given: unknown, key: string): number {
  return typeof given === "number" && given > 0 ? given : (DEFAULT_LIMITS[key] as number);
}

/**
 * Returns the priority of an entry, so that guards come first in the chain. An entry in a correct position keeps its
 * priority.
 */
function priorityOf(file: JsonObject, entry: JsonObject, name: string): number {
  const { [name]: own, ...others } = objectAt(file, ["hooks", "processes"]) ?? {};
  const ranks = Object.values(others).map((process) => rankOf(process as JsonObject | null));
  const kept = (own as JsonObject | undefined)?.priority;
  if (entry.priority === PRIORITIES.guard) {
    const open = ranks.filter(({ guards }) => !guards);
    if (typeof kept === "number" && open.every(({ priority }) => kept < priority)) return kept;
    return Math.min(PRIORITIES.guard, ...ranks.map(({ priority }) => priority - STEP));
  }
  const guards = ranks.filter(({ guards }) => guards);
  if (typeof kept === "number" && guards.every(({ priority }) => kept > priority)) return kept;
  return Math.max(PRIORITIES.other, ...guards.map(({ priority }) => priority + STEP));
}

function rankOf(process: JsonObject | null): { priority: number; guards: boolean } {
  const { priority, intercept } = process ?? {};
  return {
    priority: typeof priority === "number" ? priority : 0,
    guards: Array.isArray(intercept) && intercept.includes("approve_tool"),
  };
}

/**
 * Returns PicoClaw's limits for a hook that hangs. They are above the hook's own deadlines, so that its failure policy
 * can still answer.
 */
export function limitsOf({ deadlines }: HookSummary, intercept: readonly string[]): JsonObject {
  if (deadlines === undefined) return {};
  const approves = intercept.includes("approve_tool");
  return {
    ...(intercept.length > (approves ? 1 : 0) ? { interceptor_timeout_ms: above(deadlines.interceptMs) } : {}),
    ...(approves ? { approval_timeout_ms: above(deadlines.approveMs) } : {}),
  };
}

function above(deadlineMs: number): number {
  return Math.ceil((deadlineMs + 500) / 1000) * 1000;
}
