import { HostConfigError, type Launch } from "../../../host-tools/config-rules.js";
import type { JsonObject } from "../../../host-tools/config-schema.js";
import { joinList } from "../../../host-tools/words.js";
import { isBefore, isObject } from "../../../text/index.js";
import { isEvent } from "../events.js";
import { VERSIONS } from "./events.js";

/** The kind of a docker-agent file, and the paths of its hooks. */
export type Place =
  | { readonly kind: "agents" | "settings"; readonly paths: readonly (readonly string[])[] }
  /** A file of `hooks.d`, whose keys are events. */
  | { readonly kind: "hooks.d"; readonly paths: readonly [readonly []] };

/** Returns the kind of a file and the paths of its hooks, or `undefined` if the file is not one of docker-agent. */
export function placeOf(file: JsonObject): Place | undefined {
  if (Object.hasOwn(file, "agents")) {
    return { kind: "agents", paths: agentsOf(file).map((agent) => ["agents", agent, "hooks"]) };
  }
  if (Object.hasOwn(file, "settings")) return { kind: "settings", paths: [["settings", "hooks"]] };
  return Object.keys(file).every(isEvent) ? { kind: "hooks.d", paths: [[]] } : undefined;
}

/** Returns the names of the agents. Throws `HostConfigError` if `agents` is not a mapping. */
function agentsOf({ agents }: JsonObject): string[] {
  if (agents === undefined) return [];
  if (isObject(agents)) return Object.keys(agents);
  throw new HostConfigError("agents: expected a mapping from names to agents");
}

/** Returns the places for hooks in a file. Throws `HostConfigError` if the file cannot contain them. */
export function placeFor(file: JsonObject, events: JsonObject, inFolder: boolean, version: string): Place {
  const place = placeOf(file);
  if (place === undefined) {
    throw new HostConfigError(
      'expected "agents" (an agent\'s file), "settings" (the user\'s config), or only events of docker-agent (a file of hooks.d)',
    );
  }
  if (place.kind === "hooks.d" && !inFolder) {
    throw new HostConfigError(`docker-agent ${version} has no hooks.d: name the file that has the agents`);
  }
  if (place.kind === "settings" && isBefore(version, VERSIONS.globalHooks)) {
    throw new HostConfigError(`docker-agent ${version} has no settings.hooks: name the file that has the agents`);
  }
  if (place.kind === "agents") {
    if (place.paths.length === 0) throw new HostConfigError("agents: expected at least one");
    const lacking = lackingSchema(file, Object.keys(events), preempts(events));
    if (lacking !== undefined) throw new HostConfigError(`${lacking.what}: ${lacking.fix}`);
  }
  return place;
}

/** The minimum `version` (schema) of an agent's file for each feature (docker-agent's source, v1.123.0). */
const SCHEMAS = {
  /** All our entries have names. */
  name: 8,
  worktree_create: 9,
  user_steering_messages_submit: 10,
  user_followup_submit: 10,
  preempt_yolo: 11,
} as const;

/**
 * Returns what the `version` of an agent's file does not support, or `undefined`. docker-agent does not start with such
 * a file (observed).
 */
export function lackingSchema(
  { version }: JsonObject,
  events: readonly string[],
  preempts: boolean,
): { readonly what: string; readonly fix: string } | undefined {
  if (version === undefined || version === null) return undefined;
  const schemas = new Map<string, number>(Object.entries(SCHEMAS));
  const needs: [what: string, schema: number][] = [
    ["named hooks", SCHEMAS.name],
    ...events.flatMap((event): [string, number][] => (schemas.has(event) ? [[event, schemas.get(event) ?? 0]] : [])),
    ...(preempts ? [["preempt_yolo", SCHEMAS.preempt_yolo] as [string, number]] : []),
  ];
  const lacking = needs.filter(([, schema]) => Number(version) < schema);
  if (lacking.length === 0) return undefined;
  const least = Math.max(...lacking.map(([, schema]) => schema));
  return {
    what: `version ${JSON.stringify(version)} of this file does not support ${joinList([...new Set(lacking.map(([what]) => what))])}`,
    fix: `make it "${least}" or later, or remove version to use the latest`,
  };
}

function preempts({ pre_tool_use: entries }: JsonObject): boolean {
  return Array.isArray(entries) && entries.some((entry) => isObject(entry) && entry.preempt_yolo === true);
}

/** Returns notes about the place for the hooks. */
export function placeNotes(file: JsonObject | undefined, { name, version }: Launch): string[] {
  if (file === undefined) {
    return isBefore(version ?? VERSIONS.newest, VERSIONS.hooksFolder)
      ? ["Paste it under every agent of the file: docker-agent only calls an agent's hooks about that agent."]
      : [`Add it as ~/.config/cagent/hooks.d/${name}.yaml, which docker-agent run reads for every agent. ${RUN_ALONE}`];
  }
  const place = placeOf(file);
  if (place?.kind !== "agents") {
    return [
      ...(place?.kind === "hooks.d" ? ["docker-agent only reads such a file in ~/.config/cagent/hooks.d."] : []),
      RUN_ALONE,
    ];
  }
  const harnessed = agentsOf(file).filter((agent) => isObject(agentIn(file, agent)?.harness));
  return [
    "Agents from other files have their own hooks: if this file calls one, it is not guarded.",
    ...(harnessed.length > 0
      ? [
          `${joinList(harnessed)}: it runs another agent program ("harness"), which calls no hooks about the model and tools.`,
        ]
      : []),
  ];
}

const RUN_ALONE = "docker-agent serve, eval and similar commands do not read it: for those, name the agent's file.";

/** Returns the agents from other files that the agents of this file call. */
export function outsideAgents(file: JsonObject): string[] {
  const agents = agentsOf(file);
  const called = agents.flatMap((agent) => {
    const { sub_agents: subAgents, handoffs } = agentIn(file, agent) ?? {};
    return [subAgents, handoffs].flatMap((names) => (Array.isArray(names) ? names : []));
  });
  return [...new Set(called.filter((name) => typeof name === "string"))].filter((name) => !agents.includes(name));
}

export function agentIn({ agents }: JsonObject, name: string): JsonObject | undefined {
  const agent = isObject(agents) ? agents[name] : undefined;
  return isObject(agent) ? agent : undefined;
}
