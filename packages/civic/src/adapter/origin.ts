import type { Calls } from "@agent-hook/sdk/adapter";
import type { CivicRequestExtra } from "@agent-hook/sdk/civic";

/** Over stdio a proxy has no session (observed). */
export function originOf({ sessionId }: CivicRequestExtra = {}): Calls["beforeTool"]["origin"] {
  return sessionId === undefined ? {} : { sessionKey: sessionId };
}
