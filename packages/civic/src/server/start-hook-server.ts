import type { Hook as CivicHook } from "../protocol/hook.js";
import { type CivicServer, serveCivic } from "./serve-civic.js";

/**
 * The name in @civic/hook-common. It listens only on this machine and returns a `CivicServer`.
 *
 * @deprecated `serveCivic(hook, { port })`
 */
export function startHookServer(hook: CivicHook, port: number): Promise<CivicServer> {
  return serveCivic(hook, { port });
}
