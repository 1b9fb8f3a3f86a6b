import type { CommandHookHost } from "../../host-config/command-hooks/command-hook-host.js";
import { COMMAND_HOOK_HOSTS } from "../../host-config/command-hooks/command-hook-host.js";
import type { Found } from "../launched/entry-findings.js";
import type { Entry } from "./hook-entry.js";

/** Values of 1000 or more are assumed to be milliseconds, smaller ones seconds. */
const MOST_SECONDS = 1000;

/** Reports a limit in the unit or under the key of another agent. */
export function unitFound({ launched, raw, timeout }: Entry, { title, limit }: CommandHookHost): Found[] {
  if (launched === undefined) return [];
  const { key, perSecond } = limit;
  const other = COMMAND_HOOK_HOSTS.map((host) => host.limit.key).find((one) => raw[one] !== undefined);
  if (raw[key] === undefined && other !== undefined) {
    return [["timeout-unit", `${title} does not support ${other}: it waits ${timeout} s`]];
  }
  const given = raw[key];
  if (typeof given !== "number") return [];
  if (perSecond === 1000 && given < MOST_SECONDS) {
    return [
      ["timeout-unit", `${title} reads the timeout ${given} as ${given} ms: it stops waiting before the hook answers`],
    ];
  }
  if (perSecond === 1 && given >= MOST_SECONDS) {
    return [["timeout-unit", `${title} reads the ${key} ${given} as ${given} seconds`]];
  }
  return [];
}
