import { dirname, relative } from "node:path";
import { realPath } from "./hook-files.js";

/**
 * Finds the rule with the longest path that contains the folder. Returns whether it trusts the folder, or `undefined`
 * if no rule applies. `rules`: levels of trust by path.
 */
export function nearestRule(rules: Readonly<Record<string, unknown>>, folder: string): boolean | undefined {
  const within = realPath(folder);
  let longest = -1;
  let trusted: boolean | undefined;
  for (const [path, level] of Object.entries(rules)) {
    const from = realPath(level === "TRUST_PARENT" ? dirname(path) : path);
    if (relative(from, within).startsWith("..") || path.length <= longest) continue;
    longest = path.length;
    trusted = level !== "DO_NOT_TRUST";
  }
  return trusted;
}
