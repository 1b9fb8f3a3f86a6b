/** `Symbol.for`, so that all copies of the SDK in one process know the caller. */
const CALLER = Symbol.for("agent-hook.caller");

/**
 * Returns the process id of the launcher whose call runs now, in a process that answers the calls of several launchers.
 * Elsewhere, returns `undefined`: the launcher is an ancestor of the process.
 */
export function callerPid(): number | undefined {
  const find: unknown = Reflect.get(globalThis, CALLER);
  return typeof find === "function" ? find() : undefined;
}

export function setCallerPid(find: () => number | undefined): void {
  Reflect.set(globalThis, CALLER, find);
}
