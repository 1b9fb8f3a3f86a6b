import { NEWEST_VERSION } from "@agent-hook/picoclaw/protocol";
import { manifest } from "@agent-hook/picoclaw/testing";
import { commandManifest } from "@agent-hook/testing";
import { CommandError } from "../command-error.js";
import { readManifest } from "../config/read-manifest.js";
import type { HookSummary } from "../host-config/index.js";
import { eventsForHook } from "../host-config/installs.js";
import { CALLABLE_HOSTS, type CallableHost, hostNamed, isOneShot, PICOCLAW, picoclaw } from "../host-option.js";

/** One host of each lifetime. The others differ from them only in their formats. */
const USUAL: readonly string[] = [PICOCLAW, "claude-code"];

/** Which hosts the user asks for, by what may differ between them. */
interface Wish {
  readonly only?: readonly string[];
  readonly modes?: readonly string[];
  readonly callOwnTools?: true;
  /** Whether the user named `all` hosts. */
  readonly all: boolean;
}

/**
 * Returns the hosts that can run a hook, without those that were only read, not run: all, or one of each lifetime. A hook
 * without a manifest shows by its answer to hello whether PicoClaw can run it; an agent that starts it for each event must
 * be named.
 */
export async function hostsFor(
  command: readonly string[],
  { only = [], modes, callOwnTools, all }: Wish,
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
  const usual = withRules.filter(({ name }) => USUAL.includes(name));
  const chosen = all || usual.length === 0 ? withRules : usual;
  // An unknown id is reported by the first host.
  return chosen.length > 0 ? chosen : [persistent];
}

/** Returns whether a host calls the hook at all. */
function canRun(name: string, summary: HookSummary): boolean {
  if (summary.hosts?.includes(name) === false) return false;
  return name === PICOCLAW || eventsForHook(name, summary, []).length > 0;
}

function rulesOf(host: CallableHost) {
  return isOneShot(host) ? commandManifest(host.name) : manifest;
}
