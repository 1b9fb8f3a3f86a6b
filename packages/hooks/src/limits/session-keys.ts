import { type CallSource, type StoreKey, type StoreKeyOptions, storeKey } from "@agent-hook/sdk";

/** Returns the key for a call. */
export type KeyOf<T> = (call: CallSource) => StoreKey<T>;

/**
 * Returns keys with a value per session. Where the host sends no session id, the calls of a user count together: counting
 * too much denies too early, and never too late.
 */
export function sessionKey<T>(name: string, options: Omit<StoreKeyOptions<T>, "scope">): KeyOf<T> {
  const ofSession = storeKey(name, { ...options, scope: "session" });
  const ofUser = storeKey(name, { ...options, scope: "user" });
  return ({ sessionId }) => (sessionId === undefined ? ofUser : ofSession);
}
