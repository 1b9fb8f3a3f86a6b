import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { type LauncherCommand, parseLauncherCommand } from "@agent-hook/sdk/launcher";
import type { HostFormat } from "../host-config/index.js";
import { policyFileOf } from "./policy-command.js";

/**
 * Returns what a host's config says about a process of this policy that stays, or `undefined` if it says nothing. The paths
 * of a project's config start at the current folder. Where a config has its commands depends on the host, so every text is
 * looked at.
 */
export function residentIn(value: unknown, policy: string): boolean | undefined {
  if (typeof value === "object" && value !== null) {
    const said = Object.values(value).map((one) => residentIn(one, policy));
    return said.find((one) => one !== undefined);
  }
  const launched = typeof value === "string" ? parseLauncherCommand(value.trim()) : undefined;
  const file = launched && policyFileOf(launched.command);
  return file !== undefined && resolve(file) === policy ? launched?.resident : undefined;
}

/** Returns whether a process of a policy can stay under a host on this machine. */
export function canStay({ needsLauncher }: HostFormat): boolean {
  if (!needsLauncher || process.platform !== "linux") return false;
  try {
    accessSync("/usr/bin/perl", constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the option of `config` that keeps what entries have. */
export function residentFlag(
  entries: readonly { readonly launched?: Pick<LauncherCommand, "resident"> | undefined }[],
): string[] {
  const resident = entries.map(({ launched }) => launched?.resident).find((one) => one !== undefined);
  return resident === undefined ? [] : [resident ? "--resident" : "--no-resident"];
}
