import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { HostConfigError } from "../host-format.js";
import { isEmpty, isObject, objectAt, overlaid } from "../json-objects.js";
import { isHookServer, withoutServer } from "../mcp.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { holdsOursAlone, hooksOf, isLaunched, withoutOurs } from "./entry-lists.js";
import { isServed } from "./mcp-tool.js";

/** A group that does nothing. */
const GAP: JsonObject = { hooks: [] };

type Lists = Readonly<Record<string, readonly JsonObject[]>>;

/** Puts a hook's entries into a file: in the place of those of its name, else behind all others. */
export function mergeHooks(host: CommandHookHost, file: JsonObject, built: JsonObject, name: string): JsonObject {
  const off = host.switchedOff?.(file, name);
  if (off !== undefined) throw new HostConfigError(off);
  const { hooks: wanted = {}, ...rest } = built;
  const heads = isEmpty(file) ? [] : Object.keys(host.head ?? {});
  const added = Object.fromEntries(Object.entries(rest).filter(([key]) => !heads.includes(key)));
  const others = withoutHookServer(file, name);
  return withHooks(overlaid(others, added), (lists) => withHook(host, lists, wanted as Lists, name));
}

/** Takes every entry of a name out, and what it leaves empty. */
export function removeHooks(host: CommandHookHost, file: JsonObject, name: string): JsonObject {
  return withHooks(withoutHookServer(file, name), (lists) => withHook(host, lists, {}, name));
}

/** The names of the entries in a file that were made here. */
export function namesOf(host: CommandHookHost, file: JsonObject): string[] {
  const { grouped, keys } = host;
  const items = Object.values(objectAt(file, ["hooks"]) ?? {}).flat();
  const hooks = items.flatMap((item) => (grouped ? hooksOf(item) : [item]));
  return [
    ...new Set(
      hooks.flatMap((hook) => (isObject(hook) && isLaunched(hook[keys.command]) ? [String(hook[keys.name])] : [])),
    ),
  ];
}

/** The events at which hooks of others stand behind the hook in its group: they lose a place when it goes. */
export function eventsShared({ keys }: CommandHookHost, file: JsonObject, name: string): string[] {
  const isOurs = isOursIn(keys, name);
  const shares = (group: unknown) => {
    const hooks = hooksOf(group);
    return hooks.some(isOurs) && hooks.slice(hooks.findIndex(isOurs)).some((hook) => !isOurs(hook));
  };
  const lists = Object.entries(objectAt(file, ["hooks"]) ?? {});
  return lists.flatMap(([event, list]) => (Array.isArray(list) && list.some(shares) ? [event] : []));
}

function isOursIn(keys: CommandHookHost["keys"], name: string): (hook: unknown) => boolean {
  return (hook) => isObject(hook) && hook[keys.name] === name && (isLaunched(hook[keys.command]) || isServed(hook));
}

function withHooks(file: JsonObject, change: (lists: JsonObject) => JsonObject): JsonObject {
  const lists = objectAt(file, ["hooks"]);
  const changed = change(lists ?? {});
  if (!isEmpty(changed)) return { ...file, hooks: changed };
  if (lists === undefined || isEmpty(lists)) return file;
  const { hooks: _emptied, ...others } = file;
  return others;
}

function withHook(host: CommandHookHost, lists: JsonObject, wanted: Lists, name: string): JsonObject {
  const kept = Object.entries(lists).flatMap(([event, list]): [string, unknown][] => {
    const items = Object.hasOwn(wanted, event) ? (wanted[event] ?? []) : [];
    if (!Array.isArray(list)) {
      if (items.length === 0) return [[event, list]];
      throw new HostConfigError(`hooks.${event}: expected a list, got ${isObject(list) ? "an object" : String(list)}`);
    }
    const placed = withItems(host, list, items, name);
    return placed.length > 0 || list.length === 0 ? [[event, placed]] : [];
  });
  const added = Object.entries(wanted).filter(([event]) => !Object.hasOwn(lists, event));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(added) };
}

/** The hook's items in the place of those that are there, else at the end; none where none are wanted. */
function withItems(
  { grouped, keys, positional }: CommandHookHost,
  list: readonly unknown[],
  wanted: readonly JsonObject[],
  name: string,
): unknown[] {
  const isOurs = isOursIn(keys, name);
  const left = [...wanted];
  const kept = list.map((item) => {
    if (holdsOursAlone(item, grouped, isOurs)) return left.shift();
    return withoutOurs(item, grouped, isOurs)[0];
  });
  if (!positional) return [...kept.filter((item) => item !== undefined), ...left];
  // Whoever is known by a place keeps it; behind the last one, gaps are of no use.
  const isGap = (item: unknown) => item === undefined || isDeepStrictEqual(item, GAP);
  const end = kept.includes(undefined) ? kept.findLastIndex((item) => !isGap(item)) + 1 : kept.length;
  return [...kept.slice(0, end).map((item) => (item === undefined ? GAP : item)), ...left];
}

/** Without the MCP server that the hook was; another one of that name stays. */
function withoutHookServer(file: JsonObject, name: string): JsonObject {
  return isHookServer(objectAt(file, ["mcpServers", name])) ? withoutServer(file, name) : file;
}
