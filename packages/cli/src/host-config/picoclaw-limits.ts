import { HOST_TIMEOUTS_MS, type JsonObject } from "@agent-hook/protocol";
import type { HookFacts } from "./hook-facts.js";

/** The keys of `hooks.defaults` that we set, with PicoClaw's defaults. */
export const DEFAULT_LIMITS: Readonly<Record<string, number>> = {
  interceptor_timeout_ms: HOST_TIMEOUTS_MS.intercept,
  approval_timeout_ms: HOST_TIMEOUTS_MS.approve,
};

/** Returns limits for hung hooks, above the hook's own deadlines so that its failure policy can still answer. */
export function limitsOf({ deadlines }: HookFacts, intercept: readonly string[]): JsonObject {
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
