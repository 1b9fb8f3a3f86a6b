import type { HookSummary } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { untilSignal } from "../doctor/until-signal.js";
import { COMMAND_HOOK_HOSTS, eventsForHook } from "../host-config/installs.js";
import { installedProgram } from "./find-program.js";

/**
 * Returns the version of an installed host, or `undefined` if it is not known, or if all versions have the events that the
 * hook handles.
 */
export async function installedVersion(hostName: string, hook: HookSummary): Promise<string | undefined> {
  const host = COMMAND_HOOK_HOSTS.find(({ name }) => name === hostName);
  if (host === undefined) return undefined;
  const events = eventsForHook(hostName, hook, Object.keys(host.optInEvents));
  if (events.every((event) => HOST_EVENTS[hostName]?.[event]?.since === undefined)) return undefined;
  return versionOnPath(host.program);
}

/** Returns the version of a program on the PATH, or `undefined` if there is none or it does not print its version. */
export async function versionOnPath(name: string): Promise<string | undefined> {
  const program = installedProgram(name);
  if (program === undefined) return undefined;
  const { versionOf } = await import("./version-of.js");
  return untilSignal((signal) => versionOf(program, signal));
}

/** Returns why `versionOnPath` does not know the version of a program, as the end of a sentence. */
export function whyNoVersion(name: string): string {
  return installedProgram(name) === undefined ? `${name} is not on the PATH` : `${name} did not print its version`;
}
