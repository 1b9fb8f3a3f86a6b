import type { JsonObject } from "../../../host-tools/config-schema.js";
import type { AgentsFile } from "../../../host-tools/install.js";
import type { CommandEntry, EntryFault } from "../../../host-tools/install-findings.js";
import { isObject } from "../../../text/index.js";
import { isEvent } from "../events.js";
import { MATCHED, VERSIONS } from "./events.js";
import { type Place, placeOf } from "./places.js";

type IsOurs = (command: string) => boolean;

/**
 * Returns the hooks of a file, or `undefined` for a file of another program. Throws `HostConfigError` if `agents` is
 * not a mapping.
 */
export function hooksIn(value: JsonObject, isOurs: IsOurs): AgentsFile | undefined {
  const place = placeOf(value) ?? folderFile(value);
  if (place === undefined) return undefined;
  const entries: CommandEntry[] = [];
  const faults: EntryFault[] = [];
  for (const path of place.paths) {
    const hooks = at(value, path);
    const agent = place.kind === "agents" ? path[1] : undefined;
    if (hooks === undefined) continue;
    const found = isObject(hooks)
      ? hooksAt(hooks, path.join("."), agent, isOurs)
      : [notA("a mapping of events", path.join("."))];
    for (const one of found) "id" in one ? faults.push(one) : entries.push(one);
  }
  return { agents: place.kind === "agents" ? place.paths.map((path) => path[1] ?? "") : [], entries, faults };
}

/**
 * A file with any known event is a file of `hooks.d`. Its unknown keys are reported later: a single one makes
 * docker-agent skip the file.
 */
function folderFile(value: JsonObject): Place | undefined {
  return Object.keys(value).some(isEvent) ? { kind: "hooks.d", paths: [[]] } : undefined;
}

function at(value: JsonObject, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const key of path) found = isObject(found) ? found[key] : undefined;
  return found ?? undefined;
}

function hooksAt(
  hooks: JsonObject,
  where: string,
  agent: string | undefined,
  isOurs: IsOurs,
): (CommandEntry | EntryFault)[] {
  return Object.entries(hooks).flatMap(([event, entries]): (CommandEntry | EntryFault)[] => {
    const place = where === "" ? event : `${where}.${event}`;
    if (!isEvent(event)) return [{ id: "unknown-event", what: `${place}: docker-agent has no such event` }];
    const from = { event, ...(agent === undefined ? {} : { agent }) };
    const found = listed(entries, place).flatMap(([entry, here]): (CommandEntry | EntryFault)[] => {
      if (!isObject(entry)) return [notA("a mapping", here)];
      if (!MATCHED.includes(event)) return entryOf(entry, here, { ...from, matcher: "*" }, isOurs);
      const matched = { ...from, matcher: String(entry.matcher ?? "*"), group: entry };
      if (entry.hooks === undefined) return [notA("a mapping with hooks", here)];
      const inner = `${here}.hooks`;
      const hooks = listed(entry.hooks, inner).flatMap(([hook, at]) =>
        isObject(hook) ? entryOf(hook, at, matched, isOurs) : [notA("a mapping", at)],
      );
      return [...unlisted(entry.hooks, inner), ...hooks];
    });
    return [...unlisted(entries, place), ...found];
  });
}

/**
 * Reports a mapping instead of a list. It is an error only in versions that do not accept a mapping as a list of one.
 */
function unlisted(entries: unknown, where: string): EntryFault[] {
  return isObject(entries) ? [{ ...notA("a list", where), before: VERSIONS.mappings }] : [];
}

function listed(entries: unknown, where: string): [entry: unknown, where: string][] {
  if (entries === null || entries === undefined) return [];
  return Array.isArray(entries) ? entries.map((entry, index) => [entry, `${where}[${index}]`]) : [[entries, where]];
}

/** docker-agent's default for an entry without a timeout. */
const DEFAULT_TIMEOUT_S = 60;

/** Ignores docker-agent's built-in hooks and hooks that ask a model. */
function entryOf(
  raw: JsonObject,
  where: string,
  rest: Pick<CommandEntry, "event" | "agent" | "matcher" | "group">,
  isOurs: IsOurs,
): (CommandEntry | EntryFault)[] {
  const { type, command, name, timeout, env, working_dir: workingDir } = raw;
  if (typeof type !== "string") return [notA("a type, such as command", where)];
  if (type !== "command") {
    const started = typeof command === "string" && isOurs(command);
    return started ? [{ id: "other-type", what: `${where}: type ${type} instead of command` }] : [];
  }
  if (typeof command !== "string" || command.trim() === "") return [notA("a command", where)];
  return [
    {
      where,
      ...rest,
      raw,
      ...(typeof name === "string" ? { name } : {}),
      command,
      timeout: typeof timeout === "number" && timeout > 0 ? timeout : DEFAULT_TIMEOUT_S,
      env: environmentIn(env),
      ...(typeof workingDir === "string" && workingDir !== "" ? { workingDir } : {}),
    },
  ];
}

function environmentIn(env: unknown): CommandEntry["env"] {
  return Object.fromEntries(Object.entries(isObject(env) ? env : {}).map(([name, value]) => [name, String(value)]));
}

function notA(expected: string, where: string): EntryFault {
  return { id: "not-a-hook", what: `${where}: expected ${expected}` };
}
