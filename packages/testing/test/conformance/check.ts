import { fileURLToPath } from "node:url";
import { type CheckOptions, type ConformanceVerdict, checkHook, manifest } from "@agent-hook/testing";

export const ids: readonly string[] = manifest.map(({ id }) => id);

/** A file below `packages`, from here. */
export const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Checks a hook that is a file for Node. */
export const checkFile = (path: string, options: CheckOptions = {}) =>
  checkHook([process.execPath, file(path)], options);

/** Checks `hooks/wrong.mjs` with one fault. */
export const checkFault = (FAULT: string, options: CheckOptions = {}) =>
  checkFile("testing/test/hooks/wrong.mjs", { ...options, env: { ...options.env, FAULT } });

/** The ids of each verdict but held, without the empty lists. */
export function unheld({
  results,
}: Awaited<ReturnType<typeof checkHook>>): Partial<Record<ConformanceVerdict, string[]>> {
  const lists: Partial<Record<ConformanceVerdict, string[]>> = {};
  for (const { id, verdict } of results) {
    if (verdict === "held") continue;
    lists[verdict] = [...(lists[verdict] ?? []), id];
  }
  return lists;
}
