import type { JsonObject } from "@agent-hook/protocol";
import { DOCKER_AGENT_EVENTS } from "@agent-hook/sdk/launcher";
import { usageError } from "../../command-error.js";
import { MATCHED } from "../../host-config/docker-agent-events.js";
import { type Place, placeOf } from "../../host-config/docker-agent-places.js";
import { DOCKER_AGENT_VERSIONS } from "../../host-config/docker-agent-versions.js";
import { HostConfigError } from "../../host-config/host-format.js";
import { isObject } from "../../host-config/json-objects.js";
import { type Entry, entryOf, type Fault, notA } from "./entry.js";

/** The hooks that a file of docker-agent configures. */
export interface Configured {
  readonly kind: Place["kind"];
  readonly value: JsonObject;
  /** Empty if the hooks apply to every agent. */
  readonly agents: readonly string[];
  readonly entries: readonly Entry[];
  readonly faults: readonly Fault[];
}

/** Reads the hooks of a file. Throws `CommandError` for a file of another program. */
export function configured(name: string, value: JsonObject): Configured {
  const { kind, paths } = placeIn(name, value);
  const entries: Entry[] = [];
  const faults: Fault[] = [];
  for (const path of paths) {
    const hooks = at(value, path);
    const agent = kind === "agents" ? path[1] : undefined;
    if (hooks === undefined) continue;
    const found = isObject(hooks)
      ? hooksOf(hooks, path.join("."), agent)
      : [notA("a mapping of events", path.join("."))];
    for (const one of found) "what" in one ? faults.push(one) : entries.push(one);
  }
  return { kind, value, agents: kind === "agents" ? paths.map((path) => path[1] ?? "") : [], entries, faults };
}

function placeIn(name: string, value: JsonObject): Place {
  try {
    return placeOf(value) ?? folderFile(name, value);
  } catch (error) {
    if (error instanceof HostConfigError) throw usageError(`${name}: ${error.message}`, error);
    throw error;
  }
}

/** Any known event identifies a `hooks.d` file. Wrong keys are reported later: one makes docker-agent skip the file. */
function folderFile(name: string, value: JsonObject): Place {
  if (Object.keys(value).some((key) => Object.hasOwn(DOCKER_AGENT_EVENTS, key)))
    return { kind: "hooks.d", paths: [[]] };
  throw usageError(
    `${name} is not a file of docker-agent: expected "agents", "settings", or events such as pre_tool_use (a file of hooks.d)`,
  );
}

function at(value: JsonObject, path: readonly string[]): unknown {
  let found: unknown = value;
  for (const key of path) found = isObject(found) ? found[key] : undefined;
  return found ?? undefined;
}

function hooksOf(hooks: JsonObject, where: string, agent: string | undefined): (Entry | Fault)[] {
  return Object.entries(hooks).flatMap(([event, entries]): (Entry | Fault)[] => {
    const place = where === "" ? event : `${where}.${event}`;
    if (!Object.hasOwn(DOCKER_AGENT_EVENTS, event)) {
      return [{ id: "unknown-event", what: `${place}: docker-agent has no such event` }];
    }
    const from = { event, ...(agent === undefined ? {} : { agent }) };
    const found = listed(entries, place).flatMap(([entry, here]): (Entry | Fault)[] => {
      if (!isObject(entry)) return [notA("a mapping", here)];
      if (!MATCHED.includes(event)) return entryOf(entry, here, { ...from, matcher: "*", preempts: false });
      const matched = { ...from, matcher: String(entry.matcher ?? "*"), preempts: entry.preempt_yolo === true };
      if (entry.hooks === undefined) return [notA("a mapping with hooks", here)];
      const inner = `${here}.hooks`;
      const hooks = listed(entry.hooks, inner).flatMap(([hook, at]) =>
        isObject(hook) ? entryOf(hook, at, matched) : [notA("a mapping", at)],
      );
      return [...unlisted(entry.hooks, inner), ...hooks];
    });
    return [...unlisted(entries, place), ...found];
  });
}

/** Reports a mapping instead of a list, an error until docker-agent accepted a mapping as a list of one. */
function unlisted(entries: unknown, where: string): Fault[] {
  return isObject(entries) ? [{ ...notA("a list", where), before: DOCKER_AGENT_VERSIONS.mappings }] : [];
}

function listed(entries: unknown, where: string): [entry: unknown, where: string][] {
  if (entries === null || entries === undefined) return [];
  return Array.isArray(entries) ? entries.map((entry, index) => [entry, `${where}[${index}]`]) : [[entries, where]];
}
