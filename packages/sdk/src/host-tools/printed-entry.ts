import type { CommandEvent } from "../command-hook/events.js";
import { assertStartable, HostConfigError } from "./config-rules.js";
import { type HookSummary, handledEvents } from "./hook-summary.js";

interface PrintedHost {
  readonly name: string;
  readonly title: string;
  readonly events: Readonly<Record<string, CommandEvent>>;
}

/**
 * Returns the events for the entry of a hook. Those in `optIn` are included only if the hook names them. Throws
 * `HostConfigError` if the host cannot start it or has none for it.
 */
export function printedEvents(
  { name, title, events }: PrintedHost,
  hook: HookSummary,
  optIn: readonly string[] = [],
): readonly string[] {
  assertStartable(name, title, hook);
  const handled = handledEvents(name, events, hook, optIn);
  if (handled.length === 0) throw new HostConfigError(`"${hook.name}" handles no events of ${title}`);
  return handled;
}

/** Rejects a file of a host that was only read. */
export function rejectFileOf({ title }: PrintedHost): never {
  throw new HostConfigError(`agent-hook only prints the entry for ${title}, because nobody ran it: save it yourself`);
}
