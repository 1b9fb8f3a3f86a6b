import { isDeepStrictEqual } from "node:util";
import {
  containsOnlyOurs,
  HostConfigError,
  hooksOf,
  isEmpty,
  isHookServer,
  isLaunched,
  mergedObjects,
  objectAt,
  withoutOurs,
  withoutServer,
} from "@agent-hook/sdk/internal/installs";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import type { CommandHookHost } from "./installs.js";
import { isMcpToolEntry } from "./mcp-tool.js";

/** A group without hooks, which has no effect. */
const GAP: JsonObject = { hooks: [] };

type Lists = Readonly<Record<string, readonly JsonObject[]>>;

/** Puts a hook's entries into a file: replaces those with its name, or else appends them. */
export function mergeHooks(host: CommandHookHost, file: JsonObject, hookConfig: JsonObject, name: string): JsonObject {
  const off = host.whySwitchedOff?.(file, name);
  if (off !== undefined) throw new HostConfigError(off);
  const { hooks: newEntries = {}, ...rest } = host.listsAtTop ? { hooks: hookConfig } : hookConfig;
  const heads = isEmpty(file) ? [] : Object.keys(host.initialFields ?? {});
  const added = Object.fromEntries(Object.entries(rest).filter(([key]) => !heads.includes(key)));
  const others = withoutHookServer(file, name);
  return withHooks(host, mergedObjects(others, added), (lists) => withHook(host, lists, newEntries as Lists, name));
}

/** Removes the entries of agent-hook with a name, and everything that is empty afterwards. */
export function removeHooks(host: CommandHookHost, file: JsonObject, name: string): JsonObject {
  return withHooks(host, withoutHookServer(file, name), (lists) => withHook(host, lists, {}, name));
}

/** Returns the names of our entries in a file. */
export function namesOf(host: CommandHookHost, file: JsonObject): string[] {
  const { grouped, keys } = host;
  const items = Object.values(listsIn(host, file) ?? {}).flat();
  const hooks = items.flatMap((item) => (grouped ? hooksOf(item) : [item]));
  return [
    ...new Set(
      hooks.flatMap((hook) => {
        const name = isObject(hook) && isLaunched(hook[keys.command]) ? hook[keys.name] : undefined;
        return typeof name === "string" ? [name] : [];
      }),
    ),
  ];
}

/** Returns the events at which other hooks follow the hook in its group: their positions change if it is removed. */
export function sharedEvents(host: CommandHookHost, file: JsonObject, name: string): string[] {
  const isOurs = isOursIn(host.keys, name);
  const isShared = (group: unknown) => {
    const hooks = hooksOf(group);
    return hooks.some(isOurs) && hooks.slice(hooks.findIndex(isOurs)).some((hook) => !isOurs(hook));
  };
  const lists = Object.entries(listsIn(host, file) ?? {});
  return lists.flatMap(([event, list]) => (Array.isArray(list) && list.some(isShared) ? [event] : []));
}

function isOursIn(keys: CommandHookHost["keys"], name: string): (hook: unknown) => boolean {
  return (hook) =>
    isObject(hook) && hook[keys.name] === name && (isLaunched(hook[keys.command]) || isMcpToolEntry(hook));
}

/** Throws `HostConfigError` if the file has another value instead of its lists. */
function listsIn({ listsAtTop }: CommandHookHost, file: JsonObject): JsonObject | undefined {
  return listsAtTop ? file : objectAt(file, ["hooks"]);
}

function withHooks(host: CommandHookHost, file: JsonObject, change: (lists: JsonObject) => JsonObject): JsonObject {
  const lists = listsIn(host, file);
  const changed = change(lists ?? {});
  if (host.listsAtTop) return changed;
  if (!isEmpty(changed)) return { ...file, hooks: changed };
  if (lists === undefined || isEmpty(lists)) return file;
  const { hooks: _emptied, ...others } = file;
  return others;
}

function withHook(host: CommandHookHost, lists: JsonObject, newEntries: Lists, name: string): JsonObject {
  const kept = Object.entries(lists).flatMap(([event, list]): [string, unknown][] => {
    const items = Object.hasOwn(newEntries, event) ? (newEntries[event] ?? []) : [];
    if (!Array.isArray(list)) {
      if (items.length === 0) return [[event, list]];
      throw new HostConfigError(`hooks.${event}: expected a list, got ${isObject(list) ? "an object" : String(list)}`);
    }
    const updated = withItems(host, list, items, name);
    return updated.length > 0 || list.length === 0 ? [[event, updated]] : [];
  });
  const added = Object.entries(newEntries).filter(([event]) => !Object.hasOwn(lists, event));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(added) };
}

/** Replaces the hook's items in a list, or else appends them. If `newEntries` is empty, only removes them. */
function withItems(
  { grouped, keys, isPositional }: CommandHookHost,
  list: readonly unknown[],
  newEntries: readonly JsonObject[],
  name: string,
): unknown[] {
  const isOurs = isOursIn(keys, name);
  const remaining = [...newEntries];
  const kept = list.map((item) => {
    if (containsOnlyOurs(item, grouped, isOurs)) return remaining.shift();
    return withoutOurs(item, grouped, isOurs)[0];
  });
  if (!isPositional) return [...kept.filter((item) => item !== undefined), ...remaining];
  // Hooks that the host identifies by position keep their position: a gap replaces a hook that was removed. Gaps after
  // the last hook are not needed.
  const isGap = (item: unknown) => item === undefined || isDeepStrictEqual(item, GAP);
  const end = kept.includes(undefined) ? kept.findLastIndex((item) => !isGap(item)) + 1 : kept.length;
  return [...kept.slice(0, end).map((item) => (item === undefined ? GAP : item)), ...remaining];
}

/** Removes the hook's own MCP server. Another server with that name is kept. */
function withoutHookServer(file: JsonObject, name: string): JsonObject {
  return isHookServer(objectAt(file, ["mcpServers", name])) ? withoutServer(file, name) : file;
}
