import { isObject } from "../text/index.js";
import type { ConfigFormat } from "./config-format.js";
import type { JsonObject } from "./config-schema.js";

/** Returns the lists of a file, by event, or `undefined` if it has none. */
export function listsOf({ listsAtTop }: Pick<ConfigFormat, "listsAtTop">, file: JsonObject): JsonObject | undefined {
  if (listsAtTop) return file;
  return isObject(file.hooks) ? file.hooks : undefined;
}

/** Returns the part of a file with these lists. */
export function withLists({ listsAtTop }: Pick<ConfigFormat, "listsAtTop">, lists: JsonObject): JsonObject {
  return listsAtTop ? lists : { hooks: lists };
}

/** Returns the hooks in a group of an event's list, or an empty array. */
export function hooksOf(item: unknown): unknown[] {
  return isObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
}

/** Returns an item of an event's list without our hooks, or an empty array if nothing is left. */
export function withoutOurs(item: unknown, below: boolean, isOurs: (hook: unknown) => boolean): unknown[] {
  if (!below) return isOurs(item) ? [] : [item];
  const hooks = hooksOf(item);
  const others = hooks.filter((hook) => !isOurs(hook));
  if (others.length === hooks.length) return [item];
  return others.length === 0 ? [] : [{ ...(item as JsonObject), hooks: others }];
}

/** Returns whether an item contains our hook and no other. */
export function containsOnlyOurs(
  item: unknown,
  below: boolean,
  isOurs: (hook: unknown) => boolean,
): item is JsonObject {
  if (!below) return isOurs(item);
  const hooks = hooksOf(item);
  return hooks.length > 0 && hooks.every(isOurs);
}

/** Returns whether the launcher starts a command, even if the part after it was edited. */
export function isLaunched(command: unknown): boolean {
  return (
    typeof command === "string" &&
    /^\s*\/bin\/sh (?:-c '[^']*' )?'.*\/guard\.sh' (?:resident-|started-)?(?:block|continue) /.test(command)
  );
}

/** Returns whether a matcher covers every tool. */
export function matchesAll(matcher = ""): boolean {
  return /^(\*?|\^?\(?\.[*+]\)?\$?)$/.test(matcher);
}
