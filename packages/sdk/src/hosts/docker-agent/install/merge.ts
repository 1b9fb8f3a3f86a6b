import { HostConfigError } from "../../../host-tools/config-rules.js";
import type { JsonObject } from "../../../host-tools/config-schema.js";
import { containsOnlyOurs, hooksOf, isLaunched, withoutOurs } from "../../../host-tools/entry-lists.js";
import { isEmpty } from "../../../host-tools/json-objects.js";
import { isObject } from "../../../text/index.js";
import { MATCHED, VERSIONS } from "./events.js";
import { type Place, placeFor, placeOf } from "./places.js";

/** Puts a hook's entries into each place for hooks in a file. Existing entries keep fields that we do not set. */
export function mergeIntoDockerAgent(
  file: JsonObject,
  built: JsonObject,
  name: string,
  version: string = VERSIONS.newest,
): JsonObject {
  const inFolder = built.hooks === undefined;
  const events = (inFolder ? built : built.hooks) as JsonObject;
  const place = placeFor(file, events, inFolder, version);
  return everywhere(file, place, (hooks, where) => {
    rejectForeign(hooks, name, where, "remove it, or rename this one: --name another-name");
    return withHook(hooks, events, name, where);
  });
}

/** Removes every entry with this name, and what is empty afterwards. */
export function removeFromDockerAgent(file: JsonObject, name: string): JsonObject {
  const place = placeOf(file);
  if (place === undefined) return file;
  return everywhere(file, place, (hooks, where) => {
    rejectForeign(hooks, name, where, "remove it by hand, or name another hook: --name");
    return withoutHook(hooks, name);
  });
}

type Change = (hooks: JsonObject, where: string) => JsonObject;

function everywhere(file: JsonObject, { paths }: Place, change: Change): JsonObject {
  return paths.reduce<JsonObject>((changed, path) => changedAt(changed, path, change, []), file);
}

/** docker-agent also treats a key without a value as absent. */
function changedAt(
  object: JsonObject,
  [key, ...rest]: readonly string[],
  change: Change,
  before: readonly string[],
): JsonObject {
  if (key === undefined) return change(object, before.join("."));
  const inner = Object.hasOwn(object, key) ? (object[key] ?? {}) : {};
  const path = [...before, key];
  if (!isObject(inner)) throw new HostConfigError(`${path.join(".")}: expected a mapping, got ${kindOf(inner)}`);
  const changed = changedAt(inner, rest, change, path);
  if (changed === inner) return object;
  if (rest.length > 0 || !isEmpty(changed)) return { ...object, [key]: changed };
  const { [key]: _emptied, ...others } = object;
  return others;
}

/** Throws `HostConfigError` if another hook has this name: a change by name would also affect that hook. */
function rejectForeign(hooks: JsonObject, name: string, where: string, instead: string): void {
  for (const [event, entries] of Object.entries(hooks)) {
    const list = Array.isArray(entries) ? entries : [entries];
    const all = MATCHED.includes(event) ? list.flatMap(hooksOf) : list;
    if (!all.some((hook) => isObject(hook) && hook.name === name && !isOurs(hook, name))) continue;
    const path = [where, event].filter(Boolean).join(".");
    throw new HostConfigError(`${path} has a hook "${name}" that is not from agent-hook config: ${instead}`);
  }
}

function withHook(hooks: JsonObject, events: JsonObject, name: string, where: string): JsonObject {
  const kept = Object.entries(hooks).flatMap(([event, entries]): [string, unknown][] => {
    const wanted = events[event];
    if (wanted === undefined) return withoutEntries(event, entries, name);
    if (entries !== null && !Array.isArray(entries)) {
      const path = [where, event].filter(Boolean).join(".");
      throw new HostConfigError(`${path}: expected a list, got ${kindOf(entries)}: put a dash before what is there`);
    }
    return [[event, placed(event, entries ?? [], wanted as JsonObject[], name)]];
  });
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(Object.entries(events).filter(([event]) => !Object.hasOwn(hooks, event))),
  };
}

function withoutHook(hooks: JsonObject, name: string): JsonObject {
  const kept = Object.entries(hooks).flatMap(([event, entries]) => withoutEntries(event, entries, name));
  const same = kept.length === Object.keys(hooks).length && kept.every(([event, entries]) => entries === hooks[event]);
  return same ? hooks : Object.fromEntries(kept);
}

/** Returns an event without our entries, or an empty array if no others are left. */
function withoutEntries(event: string, entries: unknown, name: string): [string, unknown][] {
  const list = Array.isArray(entries) ? entries : [entries];
  const others = list.flatMap((entry) => withoutOurs(entry, MATCHED.includes(event), (hook) => isOurs(hook, name)));
  if (others.length === list.length && others.every((entry, index) => entry === list[index])) return [[event, entries]];
  return others.length === 0 ? [] : [[event, Array.isArray(entries) ? others : others[0]]];
}

/** Replaces our entries in a list, or else appends them. */
function placed(event: string, entries: readonly unknown[], wanted: readonly JsonObject[], name: string): unknown[] {
  const left = [...wanted];
  const below = MATCHED.includes(event);
  const ours = (hook: unknown) => isOurs(hook, name);
  const kept = entries.flatMap((entry) => {
    if (!containsOnlyOurs(entry, below, ours)) return withoutOurs(entry, below, ours);
    const index = left.findIndex((one) => isSameVariant(one, entry));
    if (index === -1) return [];
    const [one] = left.splice(index, 1) as [JsonObject];
    return [overlaidEntry(entry, one)];
  });
  return [...kept, ...left];
}

function overlaidEntry(entry: JsonObject, wanted: JsonObject): JsonObject {
  const [there] = hooksOf(entry);
  const [hook] = hooksOf(wanted);
  return {
    ...entry,
    ...wanted,
    ...(hook === undefined ? {} : { hooks: [{ ...(there as JsonObject), ...(hook as JsonObject) }] }),
  };
}

function isSameVariant(a: JsonObject, b: JsonObject): boolean {
  return (a.preempt_yolo === true) === (b.preempt_yolo === true);
}

function isOurs(entry: unknown, name: string): boolean {
  return isObject(entry) && entry.name === name && isLaunched(entry.command);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : isObject(value) ? "a mapping" : `a ${typeof value}`;
}
