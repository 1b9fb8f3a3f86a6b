import { realPath } from "@agent-hook/sdk/internal/installs";
import { hookFilesOf, thisMachine } from "../doctor/consent.js";
import { trustQuestion } from "../doctor/launched/trust.js";
import { untilSignal } from "../doctor/until-signal.js";
import type { HostFormat } from "../host-config/index.js";
import { COMMAND_HOOK_HOSTS } from "../host-config/installs.js";
import type { Invocation } from "../invocation.js";

/** What a host knows after a removal about the hooks that are left. */
interface SettledTrust {
  /** Whether the host trusts them as before. */
  readonly isAsBefore: boolean;
  /** A note for the user, if the host may still know the removed hook. */
  readonly warning?: string;
}

/**
 * Looks up what a host keeps about the hooks in a file, before one of them is removed. Returns the function that is called
 * after the removal.
 */
export async function trustBeforeRemoval(
  { name }: Pick<HostFormat, "name">,
  path: string,
  { terminal }: Invocation,
): Promise<() => Promise<SettledTrust>> {
  const host = COMMAND_HOOK_HOSTS.find((one) => one.name === name);
  const machine = thisMachine();
  const isRead = host && hookFilesOf(host, machine).some((one) => realPath(one.path) === realPath(path));
  if (host?.trust === undefined || !isRead) return async () => ({ isAsBefore: false });
  const { trust, title, program } = host;
  const failed = (why: string): SettledTrust => ({
    isAsBefore: false,
    warning: `Warning: ${title} may still trust the removed hook: ${why}`,
  });
  const waiting = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    terminal.progress(`checking which hooks ${program} trusts`);
    try {
      return await untilSignal(work);
    } finally {
      terminal.clearProgress();
    }
  };
  const kept = await waiting((signal) => trust.beforeRemoval(path, trustQuestion(host, machine, signal)));
  if (kept === undefined) return async () => ({ isAsBefore: true });
  if ("failure" in kept) return async () => failed(kept.failure);
  return async () => {
    const why = await waiting((signal) => kept.settle(signal));
    return why === undefined ? { isAsBefore: true } : failed(why);
  };
}
