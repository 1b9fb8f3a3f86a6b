import { readFileSync } from "node:fs";
import { parsePolicy } from "@agent-hook/hooks/policy";

/**
 * Returns the path of a policy file and the line of a key in it, or of the nearest part around the key: `/p.yaml:7`.
 * Returns `undefined` if the file is not a policy that can be read now.
 */
export function policyPlace(file: string | undefined, keys: readonly (string | number)[]): string | undefined {
  if (file === undefined || !/\.(?:ya?ml|json)$/.test(file)) return undefined;
  try {
    const policy = parsePolicy(readFileSync(file, "utf8"), file);
    return `${file}:${policy.lineOf(keys)}`;
  } catch {
    // It was moved or changed since.
    return undefined;
  }
}
