import { resolve } from "node:path";
import { parseLauncherCommand } from "@agent-hook/sdk/launcher";
import { policyFileOf } from "./policy-command.js";

/**
 * Returns whether a command in a host's config starts this policy with a process that stays. The paths of a project's
 * config start at the current folder. Where a config has its commands depends on the host, so every text is looked at.
 */
export function startsResident(value: unknown, policy: string): boolean {
  if (typeof value === "object" && value !== null)
    return Object.values(value).some((one) => startsResident(one, policy));
  const launched = typeof value === "string" ? parseLauncherCommand(value.trim()) : undefined;
  if (launched?.resident !== true) return false;
  const file = policyFileOf(launched.command);
  return file !== undefined && resolve(file) === policy;
}
