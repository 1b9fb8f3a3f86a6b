import { fileURLToPath } from "node:url";
import { type CheckOptions, type ConformanceVerdict, checkHook, manifest } from "@agent-hook/picoclaw/testing";

export const ids: readonly string[] = manifest.map(({ id }) => id);

/** Returns the path of a file below `packages`. */
export const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Checks a hook file with Node. */
export const checkFile = (path: string, options: CheckOptions = {}) =>
  checkHook([process.execPath, file(path)], options);

/**
 * Checks `hooks/wrong.mjs` with one fault. Waits a minute for each answer, so that a slow machine breaks no rule. A test
 * of a fault that leaves calls without an answer sets a shorter `timeoutMs`.
 */
export const checkFault = (FAULT: string, options: CheckOptions = {}) =>
  checkFile("picoclaw/test/hooks/wrong.mjs", { timeoutMs: 60_000, ...options, env: { ...options.env, FAULT } });

/** Returns the ids of each verdict except `passed`. Omits empty lists. */
export function unheld({
  results,
}: Awaited<ReturnType<typeof checkHook>>): Partial<Record<ConformanceVerdict, string[]>> {
  const lists: Partial<Record<ConformanceVerdict, string[]>> = {};
  for (const { id, verdict } of results) {
    if (verdict === "passed") continue;
    lists[verdict] = [...(lists[verdict] ?? []), id];
  }
  return lists;
}
