import type { Fields, RunningHook } from "./spawn-hook.js";

/** An event as hooks/echo.mjs prints it on stderr. */
interface PrintedEvent {
  readonly kind: string;
  readonly payload: Fields;
  readonly raw: Fields;
  readonly origin: Fields;
}

/** Returns the events that a hook has printed so far. */
export function eventsOn(hook: RunningHook): PrintedEvent[] {
  const lines = hook.stderr().split("\n").slice(0, -1);
  return lines.filter((line) => line.startsWith("EVENT ")).map((line) => JSON.parse(line.slice("EVENT ".length)));
}
