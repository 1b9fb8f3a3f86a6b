import { oneShotHosts } from "../hosts/registry.js";
import type { CallService, Session } from "../runtime/session.js";

/**
 * Opens the service of a one-shot host whose calls come without a process for each, such as the callbacks of an SDK. It
 * may be called many times, also at the same time.
 */
export async function openCallService(name: string, session: Session): Promise<CallService> {
  const host = oneShotHosts.find((one) => one.name === name);
  if (host === undefined) throw new Error(`expected the name of a one-shot host, got "${name}"`);
  const open = await host.load();
  return open({ ...session, isFromHost: () => true });
}
