import { type CallableHost, isOneShot } from "../host-option.js";
import type { Caller } from "./caller.js";

/** Returns the caller that does as a host does. */
export async function callerOf(host: CallableHost): Promise<Caller> {
  if (isOneShot(host)) {
    const { OneShotCaller } = await import("./one-shot/one-shot-caller.js");
    return new OneShotCaller(host);
  }
  const { PicoclawCaller } = await import("./picoclaw/picoclaw-caller.js");
  return new PicoclawCaller(host);
}
