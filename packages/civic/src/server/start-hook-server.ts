import type { Hook as CivicHook } from "../protocol/hook.js";
import { type CivicServer, serveCivic } from "./serve-civic.js";

/**
 * What @civic/hook-common calls it. It listens at this machine alone, and gives back a `CivicServer`.
 *
 * @deprecated `serveCivic(hook, { port })`
 */
export function startHookServer(hook: CivicHook, port: number): Promise<CivicServer> {
  return serveCivic(hook, { port });
}
