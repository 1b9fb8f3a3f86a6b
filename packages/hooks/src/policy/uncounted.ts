import { USAGE_SOURCES } from "@agent-hook/sdk/internal/usage";
import type { Policy } from "./hook-of.js";
import { REGISTRY } from "./registry.js";

/** Returns the hooks of a policy that cannot start under a host, because they count model calls that it does not report. */
export function uncounted({ hooks }: Policy, host: string): readonly string[] {
  if (Object.hasOwn(USAGE_SOURCES, host)) return [];
  return [...hooks].flatMap(([name, options]) => (REGISTRY[name]?.countsModelCalls?.(options) ? [name] : []));
}
