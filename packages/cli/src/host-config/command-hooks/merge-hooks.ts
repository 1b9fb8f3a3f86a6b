import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { HostConfigError } from "../host-format.js";
import { isEmpty, isObject, objectAt, overlaid } from "../json-objects.js";
import { isHookServer, withoutServer } from "../mcp.js";
import type { CommandHookHost } from "./command-hook-host.js";
import { holdsOursAlone, isLaunched, withoutOurs } from "./entry-lists.js";
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
  const isOurs = (hook: unknown) =>
    isObject(hook) && hook[keys.name] === name && (isLaunched(hook[keys.command]) || isServed(hook));
  const left = [...wanted];
  const kept = list.map((item) => {
    if (holdsOursAlone(item, grouped, isOurs)) return left.shift();
    return withoutOurs(item, grouped, isOurs)[0];
  });
  if (!positional) return [...kept.filter((item) => item !== undefined), ...left];
  // Whoever is known by a place keeps it; behind the last one, gaps are of no use.
  const isGap = (item: unknown) => item === undefined || isDeepStrictEqual(item, GAP);
  const end = kept.includes(undefined) ? kept.findLastIndex((item) => !isGap(item)) + 1 : kept.length;
  return [...kept.slice(0, end).map((item) => item ?? GAP), ...left];
}

/** Without the MCP server that the hook was; another one of that name stays. */
function withoutHookServer(file: JsonObject, name: string): JsonObject {
  return isHookServer(objectAt(file, ["mcpServers", name])) ? withoutServer(file, name) : file;
}
