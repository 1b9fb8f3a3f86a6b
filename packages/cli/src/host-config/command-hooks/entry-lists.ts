import type { JsonObject } from "@agent-hook/protocol";
import { isObject } from "../json-objects.js";

/** The hooks below an item of an event's list; none where it holds none. */
export function hooksOf(item: unknown): unknown[] {
  return isObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
}

/** What is left of an item of an event's list: itself, less hooks below it, or nothing. */
export function withoutOurs(item: unknown, below: boolean, isOurs: (hook: unknown) => boolean): unknown[] {
  if (!below) return isOurs(item) ? [] : [item];
  const hooks = hooksOf(item);
  const others = hooks.filter((hook) => !isOurs(hook));
  if (others.length === hooks.length) return [item];
  return others.length === 0 ? [] : [{ ...(item as JsonObject), hooks: others }];
}

/** Whether an item holds our hook, and no other. */
export function holdsOursAlone(item: unknown, below: boolean, isOurs: (hook: unknown) => boolean): item is JsonObject {
  if (!below) return isOurs(item);
  const hooks = hooksOf(item);
  return hooks.length > 0 && hooks.every(isOurs);
}

/** What we made is started by the launcher, whatever somebody put behind it since. */
export function isLaunched(command: unknown): boolean {
  return typeof command === "string" && /^\s*\/bin\/sh '.*\/guard\.sh' (block|continue) /.test(command);
}
