import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { manifest } from "@agent-hook/picoclaw/testing";
import { commandManifest } from "@agent-hook/testing";
import { CommandError } from "../command-error.js";
import { readManifest } from "../config/read-manifest.js";
import type { HookSummary } from "../host-config/index.js";
import { eventsForHook } from "../host-config/installs.js";
import { CALLABLE_HOSTS, type CallableHost, hostNamed, isOneShot, PICOCLAW, picoclaw } from "../host-option.js";

/**
 * Returns the hosts that can run a hook, without those that were only read, not run. A hook without a manifest shows by its answer to hello whether PicoClaw can run it;
 * an agent that starts it for each event must be named.
 */
export async function hostsFor(
  command: readonly string[],
  { only = [], modes, callOwnTools }: { only?: readonly string[]; modes?: readonly string[]; callOwnTools?: true },
): Promise<readonly CallableHost[]> {
  const summary = await readManifest(command).catch((error: unknown) => {
    if (error instanceof CommandError) return undefined;
    throw error;
  });
  const persistent = picoclaw(NEWEST_VERSION, false);
  // Only a host that keeps the hook running has modes and offers its tools.
  if (summary === undefined || modes !== undefined || callOwnTools) return [persistent];
  const hosts = CALLABLE_HOSTS.filter((name) => canRun(name, summary))
    .map((name) => (name === PICOCLAW ? persistent : hostNamed(name)))
    .filter((host) => !isOneShot(host) || host.simulation.isRead !== true);
  const withRules = hosts.filter((host) => only.every((id) => rulesOf(host).some((rule) => rule.id === id)));
  // An unknown id is reported by the first host.
  return withRules.length > 0 ? withRules : [persistent];
}

/** Returns whether a host calls the hook at all. */
function canRun(name: string, summary: HookSummary): boolean {
  if (summary.hosts?.includes(name) === false) return false;
  return name === PICOCLAW || eventsForHook(name, summary, []).length > 0;
}

function rulesOf(host: CallableHost) {
  return isOneShot(host) ? commandManifest(host.name) : manifest;
}
